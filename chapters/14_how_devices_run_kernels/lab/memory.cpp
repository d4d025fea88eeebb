// Which address does each work-item read, in global and in local memory?

#include "harness/system/report.hpp"
#include "predictions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace {

constexpr std::uint32_t mark = 2654435761U; // memory.cl: in[i] = mark * i
constexpr cl_uint behind = 256;             // words behind the n, for `shifted`

struct Pattern {
  std::string name, kernel;
  cl_uint parameter; // shift or stride
};

std::vector<Pattern> patterns(bool quick) {
  if (quick)
    return {{"aligned", "shifted", 0}, {"stride 32", "strided", 32}, {"random", "scattered", 0}};
  std::vector<Pattern> all{{"aligned", "shifted", 0}};
  for (const cl_uint shift : {1U, 2U, 8U, 16U, 33U})
    all.push_back({fmt::format("shifted by {}", shift), "shifted", shift});
  for (cl_uint stride = 1; stride <= 32; stride *= 2)
    all.push_back({fmt::format("stride {}", stride), "strided", stride});
  all.push_back({"random", "scattered", 0});
  return all;
}

// Where work-item i reads: the host's twin of memory.cl.
std::uint32_t place_of(const Pattern& pattern, std::uint32_t i, std::uint32_t n) {
  if (pattern.kernel == "shifted")
    return i + pattern.parameter;
  if (pattern.kernel == "strided")
    return i * pattern.parameter % n + i * pattern.parameter / n;
  std::uint32_t place = i * 2654435769U % n;
  place ^= place >> 7;
  return place * 2246822519U % n;
}

} // namespace

// [access]
Json who_reads_which_address(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const auto n = static_cast<cl_uint>(scale.words);
  const auto log_n = static_cast<cl_uint>(std::countr_zero(n)); // a power of two
  const std::size_t bytes = 4 * scale.words;
  const cl::Program program = lab.program("memory");
  const cl::Buffer in(lab.context, CL_MEM_READ_WRITE, bytes + 4 * behind);
  const cl::Buffer out(lab.context, CL_MEM_READ_WRITE, bytes);
  cl::Kernel fill(program, "fill");
  fill.setArg(0, in);
  common::launch(lab.queue, fill, {n + behind}, {fit(lab, fill, behind)});
  Json rows = Json::array();
  for (const Pattern& pattern : patterns(lab.quick)) {
    cl::Kernel kernel(program, pattern.kernel.c_str());
    if (pattern.kernel == "shifted")
      common::set_args(kernel, in, out, pattern.parameter);
    else if (pattern.kernel == "strided")
      common::set_args(kernel, in, out, pattern.parameter, log_n);
    else
      common::set_args(kernel, in, out, log_n);
    const std::size_t local = fit(lab, kernel, 256);
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, bytes);
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, {n}, {local}); });
    verify_all(lab.read<cl_uint>(out), pattern.name,
               [&](std::size_t i) { return mark * place_of(pattern, static_cast<cl_uint>(i), n); });
    rows.push_back({{"pattern", pattern.name},
                    {"ms", time.ms},
                    {"spread", time.spread},
                    {"gbps", 2e-6 * static_cast<double>(bytes) / time.ms}});
  }
  // [/access]
  for (Json& row : rows)
    row["times_aligned"] = row["ms"].get<double>() / rows[0]["ms"].get<double>();
  fmt::print("  {} words read once and written once, 8 bytes each\n", n);
  print_rows(rows, {{"pattern", "", "pattern"},
                    {"ms", "{:.3f}", "ms"},
                    {"times_aligned", "{:.2f}", "times aligned"},
                    {"gbps", "{:.2f}", "GB/s"}});
  return {{"words", n}, {"rows", rows}};
}

namespace {

// The host's twin of banks.cl: what work-item `l` of a group has summed up.
std::uint32_t bank_sum(std::uint32_t l, std::uint32_t stride, std::uint32_t rounds) {
  std::uint32_t sum = 0;
  for (std::uint32_t r = 0; r < rounds; ++r) {
    const std::uint32_t p = (l * stride + 8 * r) % 2048;
    for (std::uint32_t k = 0; k < 8; ++k)
      sum += (k == 1 ? 3 : 1) * mark * (p + k);
  }
  return sum;
}

// Which float4 each lane of a warp reads. Those of chapter 15: v12's warp has 2 rows of 16 work-items, v13's 4 rows of 8,
// v17's the same in pairs of rows.
struct WidePattern {
  std::string what;
  std::uint32_t (*place)(std::uint32_t lane);
};
const std::vector<WidePattern> wide_patterns = {
    {"all the same", [](std::uint32_t) { return 0U; }},
    {"two halves (v12, A)", [](std::uint32_t l) { return l / 16; }},
    {"l and l + 16 the same (v12, B)", [](std::uint32_t l) { return l % 16; }},
    {"eight neighbours the same (v13, A)", [](std::uint32_t l) { return l / 8; }},
    {"every eighth the same (v13, B)", [](std::uint32_t l) { return l % 8; }},
    {"every other one of 16 the same (v17, A)", [](std::uint32_t l) { return l % 2 + l / 16 * 2; }},
    {"pairs the same (v17, B)", [](std::uint32_t l) { return l / 2 % 8; }},
    {"all different, side by side", [](std::uint32_t l) { return l; }},
};

// [wide]
// Loads of float4s by a warp whose lanes share them in different ways, in float4s that lanes get in a nanosecond.
Json wide_loads(const Lab& lab) {
  const Scale scale = scale_of(lab);
  cl::Kernel kernel = lab.kernel("banks", "wide");
  const std::size_t local = fit(lab, kernel, 256);
  const std::size_t items = scale.groups * local;
  const cl::Buffer result = lab.buffer(std::vector<float>(items));
  Json rows = Json::array();
  for (const WidePattern& pattern : wide_patterns) {
    std::vector<cl_uint> places;
    std::set<cl_uint> different;
    std::vector<float> want; // of each lane: whole numbers below 2^24, exact in floats
    for (cl_uint lane = 0; lane < 32; ++lane) {
      const cl_uint place = pattern.place(lane);
      std::uint64_t sum = 0;
      for (cl_uint r = 0; r < scale.rounds; ++r)
        for (cl_uint k = 0; k < 8; ++k)
          sum += 4 * ((place + r % 64 * 8 + k) % 16);
      places.push_back(place);
      different.insert(place);
      want.push_back(static_cast<float>(sum));
    }
    const cl::Buffer on_device = lab.buffer(places);
    common::set_args(kernel, result, on_device, scale.rounds);
    lab.queue.enqueueFillBuffer(result, NAN, 0, sizeof(float) * items);
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
    verify_all(lab.read<float>(result), "float4s, " + pattern.what,
               [&](std::size_t i) { return want[i % local % 32]; });
    rows.push_back({{"what", pattern.what},
                    {"different", different.size()},
                    {"ms", time.ms},
                    {"spread", time.spread},
                    {"loads_per_ns", 8e-6 * scale.rounds * static_cast<double>(items) / time.ms}});
  }
  // [/wide]
  fmt::print("  the same with float4s, and lanes that share them\n");
  print_rows(rows, {{"what", "", "the 32 lanes of a warp read"},
                    {"different", "", "float4s"},
                    {"loads_per_ns", "{:.2f}", "loads each ns"},
                    {"ms", "{:.3f}", "ms"}});
  return rows;
}

} // namespace

// [banks]
Json is_local_memory_equally_fast(const Lab& lab) {
  const Scale scale = scale_of(lab);
  cl::Kernel kernel = lab.kernel("banks", "banks");
  const std::size_t local = fit(lab, kernel, 256);
  const std::size_t items = scale.groups * local;
  const cl::Buffer result = lab.buffer(std::vector<cl_uint>(items));
  const std::vector<cl_uint> strides = lab.quick
                                           ? std::vector<cl_uint>{1, 32}
                                           : std::vector<cl_uint>{0, 1, 2, 3, 4, 8, 16, 17, 32, 33};
  Json rows = Json::array();
  for (const cl_uint stride : strides) {
    common::set_args(kernel, result, stride, scale.rounds);
    lab.queue.enqueueFillBuffer(result, cl_uint{0}, 0, 4 * items);
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
    std::vector<std::uint32_t> want(local);
    for (std::size_t l = 0; l < local; ++l)
      want[l] = bank_sum(static_cast<std::uint32_t>(l), stride, scale.rounds);
    verify_all(lab.read<cl_uint>(result), fmt::format("stride {}", stride),
               [&](std::size_t i) { return want[i % local]; });
    const double loads = 8.0 * scale.rounds * static_cast<double>(items);
    rows.push_back({{"stride", stride},
                    {"ms", time.ms},
                    {"spread", time.spread},
                    {"loads_per_ns", 1e-6 * loads / time.ms}});
  }
  // [/banks]
  const auto one =
      std::find_if(rows.begin(), rows.end(), [](const Json& r) { return r["stride"] == 1; });
  const double base = one->at("ms");
  for (Json& row : rows)
    row["times_stride_1"] = row["ms"].get<double>() / base;
  fmt::print("  work-groups of {}, {} loads in each work-item\n", local, 8 * scale.rounds);
  print_rows(rows, {{"stride", "", "stride"},
                    {"loads_per_ns", "{:.2f}", "loads each ns"},
                    {"ms", "{:.3f}", "ms"},
                    {"times_stride_1", "{:.2f}", "times stride 1"}});
  // Not in the short form, which the tests also run in Oclgrind: its check for uninitialised values crashes in this kernel.
  const Json wide = lab.quick ? Json::array() : wide_loads(lab);
  if (!scale.gpu)
    return {{"local", local}, {"rows", rows}, {"wide", wide}};
  Predictions model("times stride 1", 0.05); // 32 banks, as most GPUs have
  for (const Json& row : rows)
    model.add({{"stride", row["stride"]}}, bank_cycles(Machine{}, row["stride"]),
              row["times_stride_1"]);
  return {{"local", local},
          {"rows", rows},
          {"wide", wide},
          {"model", model.results(lab, {{"stride", "", "stride"}})}};
}
