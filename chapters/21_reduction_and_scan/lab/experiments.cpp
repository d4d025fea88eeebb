// Experiments of chapter 21: what groups may expect of each other, and what the order of additions does to floats.

#include "experiments.hpp"

#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <random>
#include <set>
#include <thread>

namespace {

constexpr int watchdog_seconds = 5;
// A chain of tickets ends, however slowly: on a busy machine a waiting group may use up its turn of the processor each time.
constexpr int tickets_seconds = 120;
// More looks than the watchdog allows, but not endless: a GPU goes on with a kernel when its program is gone.
constexpr std::uint64_t patience = std::uint64_t{1} << 34;

// More groups than the device runs at a time: a unit holds at most 64 groups on any device that we know of.
std::size_t many_groups(const Lab& lab) {
  return lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() * std::size_t{256};
}

// Runs the chain in a child process. "ended", or why not.
std::string chain_in_a_child(const Lab& lab, Numbers numbers) {
  harness::ProcessOptions watched;
  watched.timeout_seconds = numbers == Numbers::tickets ? tickets_seconds : watchdog_seconds;
  const harness::ProcessResult child = harness::run_process(
      {common::own_executable().string(), "--device", lab.device.getInfo<CL_DEVICE_NAME>(),
       "--chain", std::to_string(static_cast<int>(numbers))},
      watched);
  if (child.timed_out)
    return fmt::format("did not end: stopped by the watchdog after {} s", watched.timeout_seconds);
  return child.exit_code == 0 ? "ended" : "failed: " + child.output;
}

// --- order ---------------------------------------------------------------------------------------

Json does_the_order_matter(const Lab& lab) {
  harness::Table table({{"number of a group"}, {"the chain"}});
  Json rows = Json::array();
  for (const auto& [numbers, name] :
       {std::pair(Numbers::own, "its own"), std::pair(Numbers::reversed, "from the other end"),
        std::pair(Numbers::tickets, "a ticket")}) {
    const std::string end = chain_in_a_child(lab, numbers);
    table.add({name, end});
    rows.push_back({{"numbers", name}, {"end", end}});
    if (numbers == Numbers::tickets)
      harness::verify(end == "ended", "a chain of tickets ends on this device");
  }
  fmt::print("{}", table.text());
  return {{"groups", many_groups(lab)}, {"rows", rows}};
}

// --- together ------------------------------------------------------------------------------------

Json how_many_run_together(const Lab& lab) {
  std::size_t together = 0;
  cl::Kernel kernel = lab.kernel("together", "together");
  for (std::size_t groups = 1; groups <= many_groups(lab); groups *= 2) {
    const cl::Buffer arrived = lab.buffer<cl_uint>({0}), late = lab.buffer<cl_uint>({0});
    common::set_args(kernel, arrived, static_cast<cl_uint>(groups), cl_ulong{1} << 20, late);
    common::launch(lab.queue, kernel, cl::NDRange(groups), cl::NDRange(1));
    if (lab.read<cl_uint>(late).front() > 0)
      break;
    together = groups;
  }
  fmt::print("{} groups of one work-item have waited for each other and met; twice as many have "
             "not.\n",
             together);
  harness::verify(together >= 1, "one group runs");
  return {{"together", together}};
}

// --- bits ----------------------------------------------------------------------------------------

// The result of a step of the ladder, run once.
float sum_of_floats(const Lab& lab, const harness::Prepared& prepared) {
  prepared.run();
  float sum = 0.0F;
  lab.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, sizeof sum, &sum);
  return sum;
}

Json how_many_sums(const Lab& lab) {
  // Large and small numbers, whose sum depends on the order.
  std::vector<float> x(20000);
  std::mt19937 random(lab.seed);
  for (float& number : x)
    number = std::ldexp(static_cast<float>(random() % 1000), static_cast<int>(random() % 30) - 15);
  sums::Sums problem({}, x.size(), lab.seed);
  problem.upload(lab);
  problem.input = cl::Buffer(lab.context, x.begin(), x.end(), true);
  constexpr int runs = 100;
  harness::Table table({{"step"}, {"different sums"}, {"its bits"}});
  Json rows = Json::array();
  for (const harness::Step& step : problem.steps())
    try {
      const harness::Prepared prepared = harness::prepare_step(problem, step, lab);
      std::set<cl_uint> bits;
      for (int run = 0; run < runs; ++run)
        bits.insert(std::bit_cast<cl_uint>(sum_of_floats(lab, prepared)));
      const std::string one = fmt::format("{:08x}", *bits.begin());
      table.add({fmt::format("{} ({})", step.id, step.name), std::to_string(bits.size()),
                 bits.size() == 1 ? one : ""});
      rows.push_back({{"step", step.id}, {"sums", bits.size()}, {"bits", one}});
      harness::verify(step.any_order || bits.size() == 1, step.id + " has the same bits each time");
    } catch (const common::Skip& reason) {
      fmt::print("{}: skipped, {}\n", step.id, reason.what());
    }
  fmt::print("{} runs of each step, with the same {} numbers:\n{}", runs, x.size(), table.text());
  return {{"runs", runs}, {"rows", rows}};
}

// --- error ---------------------------------------------------------------------------------------

// [sums-of-floats]
float one_after_another(const float* x, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

// As a tree adds: the halves first.
float pairwise(const float* x, std::size_t n) {
  if (n <= 2)
    return one_after_another(x, n);
  return pairwise(x, n / 2) + pairwise(x + n / 2, n - n / 2);
}

// Kahan: what the last addition has lost goes into the next one.
float compensated(const float* x, std::size_t n) {
  float sum = 0, lost = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float add = x[i] - lost;
    const float next = sum + add;
    lost = (next - sum) - add;
    sum = next;
  }
  return sum;
}
// [/sums-of-floats]

// The ladder's steps whose order of additions differs, each with what its error may be in units of 2^-24: a run, a tree,
// or a compensated sum, of which only the result is rounded.
struct Order {
  const char* step;
  double (*most)(double n);
  const char* column = step; // where `values` are not the step's own
  harness::Values values = {};
};
const std::vector<Order> orders{
    {"v1", [](double n) { return n; }},
    {"v5", [](double n) { return std::log2(n) + 16.0; }},
    {"v7", [](double n) { return n; }},
    {"v7",
     [](double n) { return n; },
     "v7_alone",
     {{"GROUP", 1}, {"PER_UNIT", 1}, {"LOADS", 1}, {"VECTOR", 2}}},
    {"v10", [](double) { return 1.01; }},
    {"v11", [](double n) { return std::log2(n) + 16.0; }},
    {"c1", [](double n) { return n; }},
    {"c5", [](double) { return 1.01; }},
    {"c6", [](double n) { return std::log2(n) + 16.0; }},
};

Json how_wrong_is_a_sum(const Lab& lab) {
  std::vector<harness::Table::Column> columns{
      {"numbers"}, {"one after another"}, {"pairwise"}, {"compensated"}};
  for (const Order& order : orders)
    columns.push_back({order.column});
  harness::Table table(columns);
  Json rows = Json::array();
  const int most = lab.quick ? 16 : 26;
  const std::vector<float> x = common::random_floats(std::size_t{1} << most, lab.seed, 0.0F, 1.0F);
  for (int power = 4; power <= most; power += 2) {
    const std::size_t n = std::size_t{1} << power;
    double exact = 0;
    for (std::size_t i = 0; i < n; ++i)
      exact += double{x[i]};
    const auto error = [&](float sum) { return std::abs(double{sum} - exact) / exact; };
    const double plain = error(one_after_another(x.data(), n));
    const double tree = error(pairwise(x.data(), n));
    const double kahan = error(compensated(x.data(), n));
    std::vector<std::string> cells{fmt::format("2^{}", power), fmt::format("{:.1e}", plain),
                                   fmt::format("{:.1e}", tree), fmt::format("{:.1e}", kahan)};
    Json row{{"n", n}, {"plain", plain}, {"pairwise", tree}, {"compensated", kahan}};
    // Higham, sections 4.2 and 4.3, with u = 2^-24: log2(n) u for a tree, about 2 u for Kahan; and the rounding of
    // the result.
    const double u = std::ldexp(1.0, -24);
    harness::verify(tree <= (power + 1) * u * 1.01, "a tree's error grows with the logarithm only");
    harness::verify(kahan <= 3.1 * u, "a compensated sum is right but for its last bit or two");

    sums::Sums problem({}, n, lab.seed); // its steps, with other numbers
    problem.upload(lab);
    problem.input = cl::Buffer(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * n,
                               const_cast<float*>(x.data()));
    const std::vector<harness::Step> steps = problem.steps();
    for (const Order& order : orders) {
      const harness::Step& step = harness::step_named(steps, order.step);
      try {
        const double wrong = error(sum_of_floats(
            lab, order.values.empty() ? harness::prepare_step(problem, step, lab)
                                      : harness::prepare_step(problem, step, lab, order.values)));
        cells.push_back(fmt::format("{:.1e}", wrong));
        row[order.column] = wrong;
        harness::verify(wrong <= order.most(static_cast<double>(n)) * u,
                        fmt::format("the error of {} is as small as its order promises", step.id));
      } catch (const common::Skip&) { // v1, of too many
        cells.emplace_back();
        row[order.column] = nullptr;
      }
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}

// --- read ----------------------------------------------------------------------------------------

using Words __attribute__((vector_size(64))) = std::uint64_t;

// All bits of a run together: nothing is done but reading. Eight vectors, so that no load waits for the one before.
inline __attribute__((always_inline)) void look_at(const std::uint64_t* from, std::size_t words,
                                                   std::uint64_t* seen) {
  Words a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};
  for (const auto *v = reinterpret_cast<const Words*>(from), *end = v + words / 64 * 8; v < end;
       v += 8) {
    a |= v[0], b |= v[1], c |= v[2], d |= v[3];
    e |= v[4], f |= v[5], g |= v[6], h |= v[7];
  }
  a |= b | c | d | e | f | g | h;
  *seen = a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7];
}

struct Reader {
  std::string name;
  std::function<double()> run; // milliseconds
  common::Samples samples = {};
};

// The kernel that only reads, in the shapes that might be the fastest on this device.
std::vector<Reader> reading_kernels(const Lab& lab, const cl::Buffer& input, std::size_t n) {
  const bool cpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  const cl_uint units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const int vector = cpu ? 16 : 4;
  const cl::Buffer odd = lab.buffer<cl_uint>({0});
  std::vector<Reader> readers;
  for (const int loads : {4, 8})
    for (const std::size_t group :
         cpu ? std::vector<std::size_t>{1} : std::vector<std::size_t>{256, 512})
      for (const std::size_t per_unit : {1, 4, 8, 16}) {
        if (per_unit * group > 2048)
          continue;
        cl::Kernel kernel = lab.kernel(
            "only_read", "only_read",
            fmt::format("-D VECTOR={} -D LOADS={} -D TOGETHER={:d}", vector, loads, !cpu));
        common::set_args(kernel, input, cl_ulong{n / static_cast<std::size_t>(vector)}, odd);
        const cl::NDRange global(units * per_unit * group), local(group);
        if (!common::launch_problem(lab.device, kernel, global, local).empty())
          continue;
        readers.push_back(
            {fmt::format("kernel: {} groups of {}, {} loads", units * per_unit, group, loads),
             [&lab, kernel, global, local, odd] { // kernels retain no buffers
               const cl::Event event = common::launch(lab.queue, kernel, global, local);
               lab.queue.finish();
               return harness::elapsed_ms({event});
             }});
      }
  for (const bool is_odd :
       {false, true}) { // of what only reads there is no result to check: does it read all?
    if (is_odd) {
      const cl_uint word = 0x3F800001;
      lab.queue.enqueueWriteBuffer(input, CL_TRUE, 4 * (n - 1), 4, &word);
    }
    for (Reader& reader : readers) {
      lab.queue.enqueueFillBuffer(odd, cl_uint{0}, 0, 4);
      reader.run();
      harness::verify((lab.read<cl_uint>(odd).front() > 0) == is_odd,
                      "the kernel that only reads sees every word");
    }
  }
  return readers;
}

// How fast the host's cores and the device read memory, and how fast the ladder's steps add up what is in it, in turns.
Json how_fast_is_reading(const Lab& lab) {
  harness::Table table({{"bytes"}, {"step"}, {"ms"}, {"GB/s"}});
  Json rows = Json::array();
  const bool cpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  const int most = lab.quick ? 16
                   : cpu     ? 26
                             : 28,
            cores = static_cast<int>(std::thread::hardware_concurrency());
  for (int power = lab.quick ? 16 : 20; power <= most; power += cpu ? 2 : 4) {
    const std::size_t n = std::size_t{1} << power, bytes = 4 * n;
    sums::Sums problem({}, n, lab.seed);
    problem.upload(lab);
    const std::vector<Words> words(cpu ? n / 16 : 0, Words{} + 5);
    const int runs = 4 * cores; // as many as c1 has
    const std::size_t share = n / 2 / static_cast<std::size_t>(runs) / 64 * 64;
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(8 * runs));
    const auto read = harness::for_this_processor<look_at>();
    const auto only_read = [&] {
      const common::Stopwatch watch;
      harness::on_all_cores(runs, [&](int run) {
        const auto k = static_cast<std::size_t>(run);
        read(reinterpret_cast<const std::uint64_t*>(words.data()) + k * share, share, &seen[8 * k]);
      });
      return watch.milliseconds();
    };
    std::vector<Reader> readers;
    if (cpu)
      readers.push_back({"C++", only_read});
    const cl::Buffer copy(lab.context, CL_MEM_READ_WRITE, bytes); // one word of it becomes odd
    lab.queue.enqueueCopyBuffer(problem.input, copy, 0, 0, bytes);
    for (Reader& reader : reading_kernels(lab, copy, n))
      readers.push_back(std::move(reader));
    const std::size_t kernels_end = readers.size();
    std::vector<std::string> chosen{"v5", "v7", "v9", "v10", "v11"};
    if (cpu)
      chosen.insert(chosen.end(), {"c1", "c5", "c6"});
    const std::vector<harness::Step> steps = problem.steps();
    for (const std::string& id : chosen)
      try {
        readers.push_back({id, [&lab, prepared = harness::prepare_step(
                                          problem, harness::step_named(steps, id), lab)] {
                             const std::vector<cl::Event> events = prepared.run();
                             lab.queue.finish();
                             return harness::elapsed_ms(events);
                           }});
      } catch (const common::Skip&) {
      }
    for (int round = 0; round < (lab.quick ? 2 : 31); ++round)
      for (Reader& reader : readers)
        if (const double ms = reader.run(); round > 0)
          reader.samples.values.push_back(ms);
    // Of the kernels that only read, the fastest one is shown: it is what this device can do.
    const auto fastest = std::min_element(
        readers.begin() + cpu, readers.begin() + static_cast<std::ptrdiff_t>(kernels_end),
        [](const Reader& a, const Reader& b) { return a.samples.median() < b.samples.median(); });
    const auto report = [&](const Reader& reader, const std::string& name) {
      const double ms = reader.samples.median(), gbps = 1e-6 * static_cast<double>(bytes) / ms;
      table.add({fmt::format("2^{}", power + 2), name, fmt::format("{:.3g}", ms),
                 fmt::format("{:.1f}", gbps)});
      rows.push_back({{"n", n},
                      {"reader", name},
                      {"shape", reader.name},
                      {"median_ms", ms},
                      {"gbps", gbps},
                      {"spread", harness::middle_spread(reader.samples)}});
    };
    for (std::size_t i = 0; i < readers.size(); ++i)
      if (i < static_cast<std::size_t>(cpu) || i >= kernels_end)
        report(readers[i], i < static_cast<std::size_t>(cpu) ? "C++" : readers[i].name);
      else if (&readers[i] == &*fastest)
        report(readers[i], "only_read");
    harness::verify(!cpu || seen[0] == 5, "all has been read");
  }
  fmt::print("{}", table.text());
  return {{"cores", cores}, {"rows", rows}};
}

// --- looks ---------------------------------------------------------------------------------------

// s6, which also counts how many states each tile has looked at.
Json how_far_do_groups_look(const Lab& lab) {
  const bool cpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  const std::size_t n = std::size_t{1} << (lab.quick ? 16 : cpu ? 24 : 28);
  if (!common::has_extension(lab.device, "cl_khr_int64_base_atomics"))
    throw common::Skip("the states of this experiment are words of 64 bits");
  const std::size_t group = common::fit_local_size(lab.device, {}, cl::NDRange(256)).get()[0];
  sums::Sums problem({"scan", "sum", "inclusive", "int"}, n, lab.seed);
  problem.upload(lab);
  const std::size_t tiles = (n + 8 * group - 1) / (8 * group);
  cl::Kernel kernel = lab.kernel(
      "looks", "scan", fmt::format("-DT=int -DSTATE_WORDS=1 -DGROUP={} -DVALUES=8", group));
  const cl::Buffer output(lab.context, CL_MEM_READ_WRITE, 4 * n);
  const cl::Buffer counter = lab.buffer<cl_uint>({0}),
                   states = lab.buffer(std::vector<cl_ulong>(tiles)),
                   looks = lab.buffer(std::vector<cl_uint>(2 * tiles));
  common::set_args(kernel, problem.input, problem.other, cl_ulong{n}, cl_int{1}, counter, states,
                   output, looks);
  common::launch(lab.queue, kernel, cl::NDRange(tiles * group), cl::NDRange(group));
  const std::vector<cl_uint> found = lab.read<cl_uint>(looks);
  std::vector<double> added, empty;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    added.push_back(found[2 * tile] - found[2 * tile + 1]);
    empty.push_back(found[2 * tile + 1]);
  }
  const auto in_bytes = lab.read<std::byte>(output);
  harness::verify(problem.check(in_bytes).passed(), "the sums are right");
  harness::Table table({{"of a tile"}, {"mean"}, {"median"}, {"9 of 10 at most"}, {"most"}});
  Json result{{"n", n}, {"tiles", tiles}};
  const auto report = [&](const char* key, const char* name, std::vector<double> counts) {
    std::sort(counts.begin(), counts.end());
    double sum = 0;
    for (const double count : counts)
      sum += count;
    const double mean = sum / static_cast<double>(tiles), median = counts[tiles / 2],
                 nine = counts[tiles * 9 / 10], most = counts.back();
    table.add({name, fmt::format("{:.1f}", mean), fmt::format("{:.0f}", median),
               fmt::format("{:.0f}", nine), fmt::format("{:.0f}", most)});
    result[key] = {{"mean", mean}, {"median", median}, {"nine_of_ten", nine}, {"most", most}};
  };
  report("added", "states that were added", added);
  report("empty", "looks at an empty state", empty);
  fmt::print("{} tiles of {} numbers\n{}", tiles, 8 * group, table.text());
  return result;
}

// --- passes --------------------------------------------------------------------------------------

// What each kernel of a sort takes, of all its passes together.
Json where_does_a_sort_spend_its_time(const Lab& lab) {
  const bool cpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  const std::size_t n = std::size_t{1} << (lab.quick ? 14 : cpu ? 22 : 26);
  sums::Sums problem({"sort"}, n, lab.seed);
  problem.upload(lab);
  harness::Table table({{"step"}, {"command"}, {"times"}, {"ms in all"}});
  Json rows = Json::array();
  const std::vector<harness::Step> steps = problem.steps();
  for (const char* id : {"k4", "k5", "k6", "c4"})
    try {
      const harness::Prepared prepared =
          harness::prepare_step(problem, harness::step_named(steps, id), lab);
      std::vector<std::string> names; // in the order of the commands
      std::vector<common::Samples> samples;
      for (int round = 0; round < (lab.quick ? 2 : 8); ++round) {
        const std::vector<cl::Event> events = prepared.run();
        lab.queue.finish();
        samples.resize(events.size());
        std::size_t kernel = 0;
        for (std::size_t i = 0; i < events.size(); ++i) {
          if (round > 0)
            samples[i].values.push_back(harness::elapsed_ms({events[i]}));
          else if (events[i].getInfo<CL_EVENT_COMMAND_TYPE>() == CL_COMMAND_NDRANGE_KERNEL)
            names.push_back(prepared.kernels.at(kernel++).getInfo<CL_KERNEL_FUNCTION_NAME>());
          else
            names.emplace_back("clearing");
        }
      }
      std::vector<std::string> seen;
      for (const std::string& name : names)
        if (std::find(seen.begin(), seen.end(), name) == seen.end())
          seen.push_back(name);
      for (const std::string& name : seen) {
        int times = 0;
        double ms = 0;
        for (std::size_t i = 0; i < names.size(); ++i)
          if (names[i] == name)
            ++times, ms += samples[i].median();
        table.add({id, name, std::to_string(times), fmt::format("{:.3g}", ms)});
        rows.push_back({{"step", id}, {"command", name}, {"times", times}, {"ms", ms}});
      }
    } catch (const common::Skip& reason) {
      fmt::print("{}: skipped, {}\n", id, reason.what());
    }
  fmt::print("{} keys\n{}", n, table.text());
  return {{"n", n}, {"rows", rows}};
}

// --- blur ----------------------------------------------------------------------------------------

// The blur of this lesson and the filter of lesson 16, with boxes of several radii.
Json what_does_a_blur_cost(const Lab& lab) {
  const common::Image tile =
      common::with_channels(common::load_image(common::find_data("images/scene_512.png")), 4);
  const bool cpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  const cl_int side = lab.quick ? 64 : cpu ? 1024 : 4096;
  std::vector<cl_uchar4> pixels;
  for (cl_int y = 0; y < side; ++y) // the test picture, again and again
    for (cl_int x = 0; x < side; ++x) {
      const auto at = 4 * (static_cast<std::size_t>(y % tile.height) * tile.width + x % tile.width);
      pixels.push_back({{tile.pixels[at], tile.pixels[at + 1], tile.pixels[at + 2], 255}});
    }
  const std::size_t count = pixels.size();
  const cl::Buffer picture = lab.buffer(pixels);
  const cl::Buffer sums(lab.context, CL_MEM_READ_WRITE, 16 * count);
  const cl::Buffer output(lab.context, CL_MEM_READ_WRITE, 4 * count);
  const std::size_t group = common::fit_local_size(lab.device, {}, cl::NDRange(64)).get()[0];
  const cl::Program integral = lab.program("integral", fmt::format("-D GROUP={}", group));
  cl::Kernel rows_kernel(integral, "rows"), columns(integral, "columns"), blur(integral, "blur");
  cl::Kernel filter(
      common::build_kernel_file(lab.context, lab.device, "16_convolution/filter.cl", "-D BORDER=1"),
      "filter");
  const auto ms = [&](const cl::Kernel& kernel, const cl::NDRange& work,
                      const cl::NDRange& wanted) {
    const cl::NDRange local = common::fit_local_size(lab.device, kernel, wanted);
    common::Samples samples;
    for (int round = 0; round < (lab.quick ? 2 : 8); ++round) {
      // `columns` adds up its own output if it is run again: that changes no time, and it runs last.
      const cl::Event event =
          common::launch(lab.queue, kernel, common::round_up(work, local), local);
      lab.queue.finish();
      if (round > 0)
        samples.values.push_back(common::event_times(event).execution_ms());
    }
    return samples.median();
  };
  const auto width = static_cast<std::size_t>(side);
  common::set_args(rows_kernel, picture, side, sums);
  common::set_args(columns, sums, side, side);
  const double along = ms(rows_kernel, {group, width}, {group, 1}),
               down = ms(columns, cl::NDRange(width), cl::NDRange(64));
  const cl::NDRange one_row(group, width), one_group(group, 1),
      local64 = common::fit_local_size(lab.device, columns, cl::NDRange(64));
  common::launch(lab.queue, rows_kernel, common::round_up(one_row, one_group), one_group);
  common::launch(lab.queue, columns, common::round_up(cl::NDRange(width), local64), local64);

  harness::Table table(
      {{"radius"}, {"weights"}, {"integral image ms"}, {"blur ms"}, {"lesson 16 ms"}});
  Json rows = Json::array();
  for (const cl_int radius :
       lab.quick ? std::vector<cl_int>{1, 4} : std::vector<cl_int>{1, 4, 16, 32}) {
    const cl_int box = 2 * radius + 1;
    const cl::Buffer weights = lab.buffer(std::vector<float>(static_cast<std::size_t>(box * box),
                                                             1.0F / static_cast<float>(box * box)));
    common::set_args(blur, picture, sums, side, side, radius, cl_int{-1}, output);
    const double blurred = ms(blur, {width, width}, {16, 16});
    const std::vector<cl_uchar4> ours = lab.read<cl_uchar4>(output);
    common::set_args(filter, picture, side, side, weights, box, box, output);
    const double filtered = ms(filter, {width, width}, {16, 16});
    const std::vector<cl_uchar4> theirs = lab.read<cl_uchar4>(output);
    for (cl_int y = radius; y + radius < side; ++y) // at the edges the two do different things
      for (cl_int x = radius; x + radius < side; ++x)
        for (int c = 0; c < 3; ++c) {
          const auto at = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
          harness::verify(std::abs(int{ours[at].s[c]} - int{theirs[at].s[c]}) <= 1,
                          "both blur alike, but for a rounding");
        }
    table.add({std::to_string(radius), std::to_string(box * box),
               fmt::format("{:.3g}", along + down), fmt::format("{:.3g}", blurred),
               fmt::format("{:.3g}", filtered)});
    rows.push_back({{"radius", radius},
                    {"weights", box * box},
                    {"integral_ms", along + down},
                    {"blur_ms", blurred},
                    {"filter_ms", filtered}});
  }
  fmt::print("a picture of {} x {} pixels\n{}", side, side, table.text());
  return {{"side", side}, {"rows_ms", along}, {"columns_ms", down}, {"rows", rows}};
}

// --- edges ---------------------------------------------------------------------------------------

// [edges]
Json where_are_the_edges(const Lab& lab) {
  const common::Image picture =
      common::to_grey(common::load_image(common::find_data("images/scene_512.png")));
  const cl_uint width = static_cast<cl_uint>(picture.width),
                height = static_cast<cl_uint>(picture.height);
  const cl_uint group =
      static_cast<cl_uint>(common::fit_local_size(lab.device, {}, cl::NDRange(256)).get()[0]);
  const cl_uint groups = (width * height + group - 1) / group;
  const cl_int threshold = 40;
  const cl::Buffer pixels = lab.buffer(picture.pixels);
  const cl::Buffer counts = lab.buffer(std::vector<cl_uint>(groups)),
                   list = lab.buffer(std::vector<cl_uint>(width * height));
  const auto run = [&](const char* name, cl_uint all, const auto&... arguments) {
    cl::Kernel kernel = lab.kernel("edges", name, fmt::format("-D GROUP={}", group));
    common::set_args(kernel, arguments...);
    common::launch(lab.queue, kernel, cl::NDRange(std::size_t{all} * group), cl::NDRange(group));
  };
  run("count", groups, pixels, width, height, threshold, counts);
  run("scan_sums", 1, counts, groups);
  run("write", groups, pixels, width, height, threshold, counts, list);
  std::vector<cl_uint> want, got = lab.read<cl_uint>(list);
  for (cl_uint i = 0; i < width * height; ++i)
    if (i % width + 1 < width && i / width + 1 < height &&
        (std::abs(picture.pixels[i + 1] - picture.pixels[i]) > threshold ||
         std::abs(picture.pixels[i + width] - picture.pixels[i]) > threshold))
      want.push_back(i);
  got.resize(want.size());
  harness::verify(got == want, "the list has every edge once, in the order of the picture");
  fmt::print("{} of {} pixels are edges: the list has {} places, in order.\n", want.size(),
             picture.pixels.size(), got.size());
  return {{"pixels", picture.pixels.size()}, {"edges", want.size()}};
}
// [/edges]

// --- the hang ------------------------------------------------------------------------------------

std::string hang(const Lab& lab) {
  const std::string end = chain_in_a_child(lab, Numbers::reversed);
  if (end == "ended")
    throw common::Skip(
        "all groups of this chain ran at the same time, or began in the right order: "
        "this device gets through with it.");
  return fmt::format("a chain of {} groups, from the other end: {}\nthe same with tickets: {}",
                     many_groups(lab), end, chain_in_a_child(lab, Numbers::tickets));
}

} // namespace

void draw_errors(const std::string& json, const std::string& svg) {
  const Json document = harness::read_json(json);
  const auto curves = [&](const std::vector<std::pair<std::string, std::string>>& keys) {
    std::vector<harness::Curve> all;
    for (const auto& [key, title] : keys) {
      all.push_back({title});
      for (const Json& row : document.at("error").at("rows"))
        if (const Json& wrong = row.at(key); wrong.is_number()) // 0 has no place among logarithms
          all.back().points += fmt::format("{} {}\n", row.at("n").get<double>(),
                                           std::max(wrong.get<double>(), 1e-9));
    }
    return harness::plot_curves(all);
  };
  harness::draw_plot(
      {"Error of a sum of floats between 0 and 1, relative to the sum",
       "set multiplot layout 1,2\nset tmargin 4\nset logscale xy\nset logscale x 2\n"
       "set format x '2^%L'\nset format y '%.0e'\nset yrange [1e-9:1]\nset key top left Left "
       "reverse\nset xlabel 'numbers'\nset title 'by the host'\n" +
           curves({{"plain", "one after another"},
                   {"pairwise", "pairwise"},
                   {"compensated", "compensated"}}) +
           "set title 'by steps of the ladder'\n" +
           curves({{"v1", "v1, atomics"},
                   {"v7_alone", "v7, two work-items"},
                   {"v7", "v7, long runs"},
                   {"v5", "v5, a tree"},
                   {"v11", "v11, pairwise"},
                   {"v10", "v10, compensated"}}) +
           "unset multiplot\n",
       900},
      svg);
}

// [chain]
std::uint32_t run_chain(const Lab& lab, Numbers numbers, std::size_t groups, std::uint64_t looks) {
  const cl::Buffer done = lab.buffer(std::vector<cl_int>(groups));
  const cl::Buffer counter = lab.buffer<cl_uint>({0}), gave_up = lab.buffer<cl_uint>({0});
  cl::Kernel kernel =
      lab.kernel("hang", "chain", fmt::format("-D NUMBER={}", static_cast<int>(numbers)));
  common::set_args(kernel, done, counter, cl_ulong{looks}, gave_up);
  common::launch(lab.queue, kernel, cl::NDRange(groups), cl::NDRange(1));
  return lab.read<cl_uint>(gave_up).front();
}
// [/chain]

int chain_of_this_process(const Lab& lab, int numbers) {
  const std::uint32_t gave_up =
      run_chain(lab, static_cast<Numbers>(numbers), many_groups(lab), patience);
  return gave_up == 0 ? common::exit_passed : common::exit_failed;
}

const std::vector<harness::Experiment<const Lab>>& experiments() {
  static const std::vector<harness::Experiment<const Lab>> all{
      {"together", "How many groups run at the same time?", how_many_run_together},
      {"order", "Does a chain of groups end in any order?", does_the_order_matter},
      {"bits", "Does every run have the same sum?", how_many_sums},
      {"error", "How wrong is a sum of floats?", how_wrong_is_a_sum},
      {"read", "How fast can memory be read, and added up?", how_fast_is_reading},
      {"looks", "How far do groups look back?", how_far_do_groups_look},
      {"passes", "Where does a sort spend its time?", where_does_a_sort_spend_its_time},
      {"blur", "What does a blur cost, here and in lesson 16?", what_does_a_blur_cost},
      {"edges", "Which pixels of a picture are edges?", where_are_the_edges},
  };
  return all;
}

const std::vector<harness::Demo>& demos() {
  static const std::vector<harness::Demo> all{
      {"hang", "each group waits for one that may begin after it",
       "a group may wait only for groups that have begun: let it take a ticket (or not wait at "
       "all, as step s12)",
       hang},
  };
  return all;
}
