// The model of a machine (machine.hpp) against the device at hand: each experiment computes what the model says, measures,
// and prints whether the two agree within a margin. (The one on loads under way is in waiting.cpp, beside its kernel.)

#include "predictions.hpp"

#include "harness/device.hpp"
#include "harness/driver_errors.hpp"
#include "harness/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

Machine machine_of(const Lab& lab) {
  if (!scale_of(lab).gpu)
    return cpu_core();
  if (common::has_extension(lab.device, "cl_nv_device_attribute_query")) {
    cl_uint major = 0, minor = 0;
    lab.device.getInfo(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, &major);
    lab.device.getInfo(CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, &minor);
    if (const auto machine = nvidia_machine(fmt::format("{}.{}", major, minor)))
      return *machine;
  }
  throw common::Skip("the model has no numbers for this GPU. Add what its vendor says of a compute "
                     "unit to the table in machine.cpp.");
}

// [add]
void Predictions::add(Json row, double predicted, double measured) {
  const bool within = std::abs(measured / predicted - 1.0) <= margin_;
  within_ += within ? 1 : 0;
  row["predicted"] = predicted;
  row["measured"] = measured;
  row["times_predicted"] = measured / predicted;
  row["within"] = within ? "yes" : "no";
  rows_.push_back(std::move(row));
}
// [/add]

Json Predictions::results(const Lab& lab, std::vector<Column> columns, Json all) const {
  columns.push_back({"predicted", "{:.4g}", "predicted " + unit_});
  columns.push_back({"measured", "{:.4g}", "measured"});
  columns.push_back({"times_predicted", "{:.2f}", "times"});
  columns.push_back({"within", "", fmt::format("within {:.0f} %", 100 * margin_)});
  print_rows(rows_, columns, false);
  if (lab.quick)
    fmt::print("  --quick measures for too short a time to say more\n");
  else
    fmt::print("  within the margin: {} ({} of {})\n", within_ == rows_.size() ? "yes" : "no",
               within_, rows_.size());
  all["unit"] = unit_;
  all["margin_percent"] = 100 * margin_;
  all["within"] = std::to_string(within_);
  all["of"] = std::to_string(rows_.size());
  all["rows"] = rows_;
  return all;
}

namespace {

// Rounds of a loop that take so many cycles, where `per_round` pass in each; few where nothing is to be measured.
cl_uint rounds_for(const Lab& lab, double cycles, double per_round) {
  if (harness::is_simulator(lab.device))
    return 2;
  return static_cast<cl_uint>(std::max(1.0, (lab.quick ? 0.005 : 1.0) * cycles / per_round));
}

} // namespace

// [clock]
double clock_ghz(const Lab& lab) {
  if (scale_of(lab).gpu)
    return 1e-3 * lab.device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
  const cl_uint a = 0x2545f491U, b = 0x9e3779b9U, rounds = rounds_for(lab, 8e6, 32);
  cl::Kernel kernel = lab.kernel("model", "ticks");
  const cl::Buffer result = lab.buffer(std::vector<cl_uint>(1));
  common::set_args(kernel, result, a, b, rounds);
  const Measured time = device_ms(lab, [&] { return common::launch(lab.queue, kernel, {1}, {1}); });
  cl_uint want = rounds;
  for (cl_uint i = 0; i < 16 * rounds; ++i)
    want = (want ^ a) + b;
  verify(lab.read<cl_uint>(result)[0] == want, "the clock's kernel has done all its operations");
  return 32e-6 * rounds / time.best; // 16 steps in a round, two operations in each
}
// [/clock]

namespace {

// Multiply-adds, of a warp or of a vector, that a unit (on a CPU: one core) starts in a cycle.
double issued(const Lab& lab, unsigned warps, unsigned chains, std::size_t width, double predicted,
              double ghz) {
  const bool gpu = scale_of(lab).gpu;
  const std::size_t units = gpu ? lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() : 1;
  const std::size_t items = gpu ? units * 32 * warps : 1;
  const std::string vector = width == 1 ? "float" : fmt::format("float{}", width);
  cl::Kernel kernel =
      lab.kernel("model", "issue", fmt::format("-DCHAINS={} -DVECTOR={}", chains, vector));
  const cl::Buffer result = lab.buffer(std::vector<float>(items * width));
  const double instructions = 16.0 * chains * warps; // of a unit in a round
  const cl_uint rounds = rounds_for(lab, 4e6, instructions / predicted);
  common::set_args(kernel, result, cl_float{1}, cl_float{1}, rounds);
  const std::size_t local = gpu ? fit(lab, kernel, 32 * std::min<std::size_t>(warps, 4)) : 1;
  const Measured time =
      device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
  const auto want = static_cast<float>(chains * (chains - 1) / 2 + 16 * chains * rounds); // exact
  verify_all(lab.read<float>(result), "issue", [&](std::size_t) { return want; });
  return instructions * rounds / (1e6 * time.best * ghz);
}

} // namespace

// [issue]
Json how_many_instructions_start(const Lab& lab) {
  const Machine machine = machine_of(lab);
  const bool gpu = scale_of(lab).gpu;
  const double ghz = clock_ghz(lab);
  Predictions all("in a cycle", 0.15);
  const unsigned most = lab.quick ? 2 : gpu ? 4 : 8;
  if (gpu)
    for (unsigned warps = 1; warps <= machine.warps; warps *= 2)
      for (unsigned chains = 1; chains <= most; chains *= 2) {
        const double rate = issue_rate(machine, warps, chains);
        all.add({{"warps", warps}, {"chains", chains}}, rate,
                issued(lab, warps, chains, 1, rate, ghz));
      }
  else
    // (Chains of single floats would become one vector: the compiler combines what is equal.)
    for (const cl_uint width : std::set<cl_uint>{
             4U, std::max(4U, lab.device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>())})
      for (unsigned chains = 1; chains <= most; chains *= 2) {
        const double rate = core_issue_rate(machine, chains);
        all.add({{"width", width}, {"chains", chains}}, rate,
                issued(lab, 1, chains, width, rate, ghz));
      }
  // [/issue]
  fmt::print("  multiply-adds of {}, at {:.2f} GHz; a result is ready after {} cycles\n",
             gpu ? fmt::format("a unit with {} schedulers", machine.ports)
                 : fmt::format("a core that starts {} in a cycle", machine.ports),
             ghz, machine.latency);
  return all.results(
      lab,
      {gpu ? Column{"warps", "", "warps of a unit"} : Column{"width", "", "floats in a vector"},
       {"chains", "", "chains in a work-item"}},
      {{"ghz", ghz}});
}

// [lines]
Json what_does_a_line_cost(const Lab& lab) {
  if (scale_of(lab).gpu)
    throw common::Skip("a work-item on a GPU shares its lines with its neighbours; the experiment "
                       "access has them.");
  const std::size_t line = // in words; the simulator has none
      std::max(64U, lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE>()) / 4;
  // One work-item on one core, for about a millisecond: longer ones are disturbed by other programs.
  const std::size_t n = lab.quick ? scale_of(lab).words : std::size_t{1} << 21;
  std::vector<cl_uint> numbers(n);
  for (std::size_t i = 0; i < n; ++i)
    numbers[i] = static_cast<cl_uint>(i) * 2654435761U;
  const cl::Buffer in = lab.buffer(numbers), out = lab.buffer(std::vector<cl_uint>(1));
  const auto ms = [&](std::size_t stride) {
    cl::Kernel kernel = lab.kernel("model", "some_words", fmt::format("-DSTRIDE={}", stride));
    common::set_args(kernel, in, out, static_cast<cl_uint>(n));
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, {1}, {1}); });
    cl_uint want = 0, first_rounds = 0;
    for (std::size_t k = 0; k < n; k += stride) {
      want += numbers[k];
      if (k / stride < 65535)
        first_rounds = want;
    }
    const cl_uint got = lab.read<cl_uint>(out)[0];
    if (got != want && got == first_rounds)
      throw common::Skip(
          harness::report_driver_error(lab.device, "a loop ends after 65535 rounds"));
    verify(got == want, fmt::format("every {} words are added", stride));
    return time.best;
  };
  Predictions all("ms", 0.25);
  const double lines = ms(line),
               ghz = clock_ghz(lab); // a word of each line, and a cycle for each word
  for (std::size_t stride = 1; stride < line; stride *= lab.quick ? 4 : 2)
    all.add({{"stride", stride}, {"words", n / stride}},
            std::max(lines, 1e-6 * static_cast<double>(n / stride) / ghz), ms(stride));
  // [/lines]
  fmt::print("  one word of each line of {} bytes: {:.3f} ms\n", 4 * line, lines);
  return all.results(lab, {{"stride", "", "words apart"}, {"words", "", "words"}},
                     {{"line_ms", lines}});
}

namespace {

// The most work-groups that are under way at a time on the whole device.
cl_int most_at_once(const Lab& lab, unsigned size, std::size_t groups) {
  cl::Kernel kernel = lab.kernel("model", "at_once", fmt::format("-DGROUP={}", size));
  const cl::Buffer counts = lab.buffer(std::vector<cl_int>(3));
  const cl::Buffer values = lab.buffer(std::vector<float>(groups * size, 0.5F));
  common::set_args(kernel, counts, values, rounds_for(lab, 1e8, 100.0 * size)); // some milliseconds
  common::launch(lab.queue, kernel, {groups * size}, {size}).wait();
  const std::vector<cl_int> counted = lab.read<cl_int>(counts);
  verify(counted[0] == 0 && counted[2] == static_cast<cl_int>(groups),
         "each work-group has come and gone");
  return counted[1];
}

} // namespace

// [at-once]
Json how_many_groups_at_once(const Lab& lab) {
  const Machine machine = machine_of(lab);
  const bool gpu = scale_of(lab).gpu;
  const unsigned units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const auto largest = static_cast<unsigned>(lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  constexpr unsigned registers = 32; // the kernel needs fewer: they are not the limit
  Predictions all("groups of a unit", 0.0);
  for (unsigned size = std::min(32U, largest); size <= std::min(1024U, largest); size *= 4) {
    const double seen = most_at_once(lab, size, std::size_t{units} * (gpu ? 80 : 32));
    all.add({{"group", size}},
            gpu ? groups_of_a_unit(machine, size, registers, 4 * size).groups : 1, seen / units);
    if (lab.quick)
      break;
  }
  // [/at-once]
  fmt::print("  the most groups that were under way at a time, divided by {} units\n", units);
  return all.results(lab, {{"group", "", "work-items of a group"}}, {{"units", units}});
}

// [hand-out]
Json how_fast_are_groups_handed_out(const Lab& lab) {
  const bool gpu = scale_of(lab).gpu;
  const std::size_t groups = lab.quick ? 1024 : std::size_t{1} << (gpu ? 20 : 16);
  cl::Kernel been_there = lab.kernel("model", "been_there");
  const cl::Buffer been = lab.buffer(std::vector<cl_uint>(groups));
  common::set_args(been_there, been);
  const Measured empty =
      device_ms(lab, [&] { return common::launch(lab.queue, been_there, {groups}, {1}); });
  verify_all(lab.read<cl_uint>(been), "been_there", [](std::size_t i) { return cl_uint(i + 1); });
  const double rate = 1e-6 * static_cast<double>(groups) / empty.best;

  const std::size_t n = gpu ? scale_of(lab).words : 4 * groups; // on a CPU in a cache
  cl::Kernel add = lab.kernel("launches", "add_one");
  std::vector<cl_uint> numbers(n);
  for (std::size_t i = 0; i < n; ++i)
    numbers[i] = static_cast<cl_uint>(i);
  const cl::Buffer in = lab.buffer(numbers), out(lab.context, CL_MEM_READ_WRITE, 4 * n);
  common::set_args(add, in, out);
  const auto ms = [&](std::size_t local) {
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, add, {n}, {local}); });
    verify_all(lab.read<cl_uint>(out), "add_one", [](std::size_t i) { return cl_uint(i + 1); });
    return time.best;
  };
  const std::size_t largest = fit(lab, add, 256);
  const double large = ms(largest); // few groups: what is left is the work itself
  Predictions all("ms", 0.25);
  for (std::size_t local = 1; local < largest; local *= lab.quick ? 16 : 2)
    all.add({{"local", local}, {"groups", n / local}},
            hand_out_ms(gpu, static_cast<double>(n / local), rate, large), ms(local));
  // [/hand-out]
  if (largest == 1)
    throw common::Skip("work-groups of this device have one work-item only.");
  fmt::print("  groups that do nothing: {:.3f} in a nanosecond; groups of {}: {:.3f} ms\n", rate,
             largest, large);
  return all.results(lab, {{"local", "", "local size"}, {"groups", "", "groups"}},
                     {{"groups_per_ns", rate}, {"large_ms", large}});
}
