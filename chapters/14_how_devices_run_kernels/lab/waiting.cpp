// How long a load takes, and what hides that: more work-items, more loads in each, and what local
// memory has to do with it.

#include "harness/system/report.hpp"
#include "predictions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace {

// [next]
// A linear congruential generator of full period: it comes to each of n words once before it
// repeats, and neighbouring steps are far apart. n is a power of two.
constexpr std::uint32_t factor = 1664525, term = 1013904223;

std::vector<cl_uint> next_places(std::size_t n) {
  std::vector<cl_uint> next(n);
  for (std::size_t i = 0; i < n; ++i)
    next[i] = (static_cast<cl_uint>(i) * factor + term) % static_cast<cl_uint>(n);
  return next;
}
// [/next]

// A chain of loads through a buffer of `n` words, on any number of work-items.
class Chain {
 public:
  Chain(const Lab& lab, std::size_t n, cl_uint chains = 1, const char* file = "chase")
      : lab_(lab), n_(static_cast<cl_uint>(n)), chains_(chains),
        program_(lab.program(file, fmt::format("-DCHAINS={}", chains))),
        next_(lab.buffer(next_places(n))) {}

  // The largest local size up to `wanted` that the kernel `name` can have.
  std::size_t local_size(const char* name, std::size_t wanted) const {
    return fit(lab_, cl::Kernel(program_, name), wanted);
  }

  // [places]
  // Times the kernel and follows each chain on the host as well. Loads in a nanosecond.
  double loads_per_ns(const char* name, std::size_t items, std::size_t local, cl_uint rounds,
                      std::size_t local_bytes = 0) const {
    rounds |=
        1; // after whole turns of the chain a place is where it began, whatever the kernel does
    std::vector<cl_uint> starts(items * chains_);
    for (std::size_t i = 0; i < starts.size(); ++i)
      starts[i] = static_cast<cl_uint>(i) * 40503U % n_;
    const cl::Buffer places = lab_.buffer(starts);
    cl::Kernel kernel(program_, name);
    common::set_args(kernel, next_, places, rounds);
    if (local_bytes > 0)
      kernel.setArg(3, cl::Local(local_bytes));
    const Measured time =
        device_ms(lab_, [&] { return common::launch(lab_.queue, kernel, {items}, {local}); });
    // Each launch went on where the one before had stopped.
    const std::uint64_t steps = std::uint64_t{rounds} * time.launches;
    verify_all(lab_.read<cl_uint>(places), name,
               [&](std::size_t i) { return affine(starts[i], factor, term, steps) % n_; });
    return 1e-6 * static_cast<double>(starts.size()) * rounds / time.ms;
  }
  // [/places]

 private:
  const Lab& lab_;
  cl_uint n_, chains_;
  cl::Program program_;
  cl::Buffer next_;
};

// Chains of lines of 128 bytes through a buffer, so many for each warp of 32 work-items.
class Lines {
 public:
  Lines(const Lab& lab, std::size_t bytes)
      : lab_(lab), lines_(static_cast<cl_uint>(bytes / line_bytes)) {
    std::vector<cl_uint> next = next_places(lines_), words;
    for (const cl_uint line : next)
      words.insert(words.end(), line_bytes / sizeof(cl_uint), line);
    next_ = lab.buffer(words);
  }

  // Nanoseconds for a round, in which each warp loads `chains` lines that do not wait for each other.
  double ns(std::size_t warps, cl_uint chains, cl_uint rounds) {
    rounds |= 1; // as in Chain
    std::vector<cl_uint> starts(warps * chains);
    for (std::size_t i = 0; i < starts.size(); ++i)
      starts[i] = static_cast<cl_uint>(i) * 40503U % lines_;
    cl::Buffer from = lab_.buffer(starts), to = lab_.buffer(starts);
    cl::Kernel& kernel = kernels_[chains];
    if (kernel() == nullptr)
      kernel = lab_.kernel("model", "lines", fmt::format("-DCHAINS={}", chains));
    const std::size_t local = fit(lab_, kernel, 32 * std::min<std::size_t>(warps, 4));
    const Measured time = device_ms(lab_, [&] {
      common::set_args(kernel, next_, from, to, rounds);
      std::swap(from, to); // the next launch goes on where this one stops
      return common::launch(lab_.queue, kernel, {32 * warps}, {local});
    });
    const std::uint64_t steps = std::uint64_t{rounds} * time.launches;
    verify_all(lab_.read<cl_uint>(from), "lines",
               [&](std::size_t i) { return affine(starts[i], factor, term, steps) % lines_; });
    return 1e6 * time.best / rounds;
  }

  static constexpr std::size_t line_bytes = 128;

 private:
  const Lab& lab_;
  cl_uint lines_;
  cl::Buffer next_;
  std::map<cl_uint, cl::Kernel> kernels_; // by their chains
};

} // namespace

// [latency]
Json how_far_away_is_memory(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const cl_uint rounds = 64 * scale.rounds;
  Json rows = Json::array();
  for (std::size_t words = 1024; words <= scale.words; words *= lab.quick ? 64 : 4) {
    const double loads = Chain(lab, words).loads_per_ns("chase", 1, 1, rounds);
    rows.push_back({{"bytes", 4 * words},
                    {"size", harness::size_text(4.0 * static_cast<double>(words))},
                    {"ns", 1.0 / loads}});
  }
  // [/latency]
  fmt::print("  one work-item, each load waits for the one before\n");
  print_rows(rows, {{"size", "", "buffer"}, {"ns", "{:.1f}", "ns for a load"}});
  return {{"rows", rows}};
}

// [hiding]
Json who_hides_the_waiting(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const std::vector<cl_uint> chains =
      lab.quick ? std::vector<cl_uint>{1} : std::vector<cl_uint>{1, 2, 4, 8};
  const std::size_t most = lab.quick ? 4 : scale.gpu ? 2048 : 64; // work-items for a compute unit
  Json rows = Json::array();
  for (std::size_t each = 1; each <= most; each *= lab.quick ? 4 : 2)
    rows.push_back({{"items_per_unit", each}});
  for (const cl_uint many : chains) {
    const Chain chain(lab, scale.words, many);
    const cl_uint rounds = scale.gpu ? scale.rounds : 4 * scale.rounds;
    for (Json& row : rows) {
      const std::size_t each = row["items_per_unit"];
      const std::size_t local = chain.local_size("chase", std::min<std::size_t>(each, 256));
      row[fmt::format("chains_{}", many)] =
          1e3 * chain.loads_per_ns("chase", units * each, local, rounds);
    }
  }
  // [/hiding]
  std::vector<Column> columns{{"items_per_unit", "", "work-items per unit"}};
  for (auto many = chains.rbegin(); many != chains.rend(); ++many)
    columns.push_back({fmt::format("chains_{}", *many), "{:.1f}", fmt::format("{} chains", *many)});
  fmt::print("  millions of loads in a second, from {}; each chain is a load at a time\n",
             harness::size_text(4.0 * static_cast<double>(scale.words)));
  print_rows(rows, columns);
  return {{"units", units}, {"rows", rows}};
}

namespace {

// [lines-under-way]
// On a GPU a warp loads together: 128 bytes with each of its loads.
Json lines_under_way(const Lab& lab) {
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const cl_uint rounds = lab.quick ? 4 : 2000;
  const std::size_t all_bytes = 4 * scale_of(lab).words;
  Predictions all("GB/s", 0.25);
  Json lone_ns = Json::array();
  for (const std::size_t bytes : {std::min<std::size_t>(all_bytes, 16 << 20), all_bytes}) {
    Lines lines(lab, bytes);
    lines.ns(8 * units, 1, rounds);             // fills the cache: a single warp would not get far
    const double lone = lines.ns(1, 1, rounds); // on the whole device
    lone_ns.push_back({{"bytes", bytes}, {"ns", lone}});
    for (const auto& [warps, chains] : std::vector<std::pair<std::size_t, cl_uint>>{
             {1, 1}, {8, 1}, {64, 1}, {1, 4}, {8, 4}, {16, 4}}) {
      const double loads =
          loads_per_ns(true, static_cast<double>(units), static_cast<double>(warps), chains, lone);
      const double each = static_cast<double>(Lines::line_bytes * warps * chains); // of a unit
      all.add({{"buffer", harness::size_text(static_cast<double>(bytes))},
               {"warps", warps},
               {"chains", chains},
               {"bytes", Lines::line_bytes * warps * chains}},
              Lines::line_bytes * loads,
              static_cast<double>(units) * each / lines.ns(units * warps, chains, rounds));
    }
    if (bytes == all_bytes)
      break;
  }
  // [/lines-under-way]
  for (const Json& each : lone_ns)
    fmt::print("  from {} a load that waits for the one before takes {:.0f} ns\n",
               harness::size_text(each["bytes"]), each["ns"].get<double>());
  return all.results(lab,
                     {{"buffer", "", "buffer"},
                      {"warps", "", "warps of a unit"},
                      {"chains", "", "chains in each"},
                      {"bytes", "", "bytes under way"}},
                     {{"lone", lone_ns}});
}

} // namespace

// [in-flight]
Json how_much_is_under_way(const Lab& lab) {
  if (scale_of(lab).gpu)
    return lines_under_way(lab);
  const std::size_t words = lab.quick ? 1024 : std::size_t{1} << 16;
  const cl_uint rounds = 64 * scale_of(lab).rounds; // about a millisecond
  const double lone = 1.0 / Chain(lab, words, 1, "model").loads_per_ns("follow", 1, 1, rounds);
  Predictions all("loads/ns", 0.25);
  for (const std::size_t items : {1, 8}) // on one core
    for (cl_uint chains = lab.quick ? 8 : 1; chains <= 8; chains *= 2) {
      const Chain chain(lab, words, chains, "model");
      const std::size_t local = chain.local_size("follow", items);
      all.add({{"items", items}, {"chains", chains}},
              loads_per_ns(false, 1, static_cast<double>(items), chains, lone),
              chain.loads_per_ns("follow", items, local, rounds / static_cast<cl_uint>(items)));
    }
  // [/in-flight]
  fmt::print("  from {}; a load that waits for the one before takes {:.1f} ns\n",
             harness::size_text(4.0 * static_cast<double>(words)), lone);
  return all.results(lab,
                     {{"items", "", "work-items on one core"}, {"chains", "", "chains in each"}},
                     {{"lone_ns", lone}, {"bytes", 4 * words}});
}

// [occupancy]
Json what_does_local_memory_cost(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const std::size_t limit = lab.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  const Chain chain(lab, scale.words);
  const std::size_t local = chain.local_size("chase_with_local", 256);
  const std::size_t items = scale.groups * local;
  const cl_uint rounds = scale.gpu ? scale.rounds / 8 : scale.rounds;
  std::vector<std::size_t> sizes;
  for (std::size_t bytes = 1024; bytes < limit; bytes *= lab.quick ? 64 : 2)
    sizes.push_back(bytes);
  // The unit's memory is divided between local memory and the first-level cache, in steps that these sizes fall between.
  if (scale.gpu && !lab.quick)
    for (const std::size_t kib : {20, 22, 24, 28, 36, 40, 44})
      sizes.push_back(kib << 10);
  std::sort(sizes.begin(), sizes.end());
  sizes.push_back(limit - 64); // not all of it: NVIDIA's driver keeps some bytes for itself
  Json rows = Json::array();
  for (const std::size_t bytes : sizes) {
    const double loads = chain.loads_per_ns("chase_with_local", items, local, rounds, bytes);
    rows.push_back({{"bytes", bytes},
                    {"size", harness::size_text(static_cast<double>(bytes))},
                    {"mloads_per_s", 1e3 * loads}});
  }
  // [/occupancy]
  fmt::print("  {} work-groups of {}, each a chain for each work-item\n", scale.groups, local);
  print_rows(rows, {{"size", "", "local memory of a group"},
                    {"mloads_per_s", "{:.1f}", "millions of loads in a second"}});
  return {{"limit", limit}, {"local", local}, {"rows", rows}};
}
