// The model of a machine (machine.hpp) against the device at hand: each experiment computes what the model says, measures,
// and prints whether the two agree within a margin. (The one on loads under way is in waiting.cpp, beside its kernel.)

#include "predictions.hpp"

#include "common/kernel_io.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
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

// By their options: a compiler is slow.
using Kernels = std::map<std::string, cl::Kernel>;

// Multiply-adds, of a warp or of a vector, that a unit (on a CPU: one core) starts in a cycle.
double issued(const Lab& lab, Kernels& kernels, unsigned warps, unsigned chains, std::size_t width,
              double predicted, double ghz, const char* term = "one") {
  const bool gpu = scale_of(lab).gpu;
  const std::size_t units = gpu ? lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() : 1;
  const std::size_t items = gpu ? units * 32 * warps : 1;
  const std::string vector = width == 1 ? "float" : fmt::format("float{}", width);
  const std::string options =
      fmt::format("-DCHAINS={} -DVECTOR={} -DTERM={}", chains, vector, term);
  cl::Kernel& kernel = kernels[options];
  if (kernel() == nullptr)
    kernel = lab.kernel("model", "issue", options);
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
  Kernels kernels;
  const unsigned most = lab.quick ? 2 : gpu ? 4 : 8;
  if (gpu)
    for (unsigned warps = 1; warps <= machine.warps; warps *= 2)
      for (unsigned chains = 1; chains <= most; chains *= 2) {
        const double rate = issue_rate(machine, warps, chains);
        all.add({{"warps", warps}, {"chains", chains}}, rate,
                issued(lab, kernels, warps, chains, 1, rate, ghz));
      }
  else
    // (Chains of single floats would become one vector: the compiler combines what is equal.)
    for (const cl_uint width : std::set<cl_uint>{
             4U, std::max(4U, lab.device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>())})
      for (unsigned chains = 1; chains <= most; chains *= 2) {
        const double rate = core_issue_rate(machine, chains);
        all.add({{"width", width}, {"chains", chains}}, rate,
                issued(lab, kernels, 1, chains, width, rate, ghz));
      }
  // [/issue]
  Json three = Json::array(); // the same with three different registers in each multiply-add
  for (unsigned chains = 1; gpu && !lab.quick && chains <= most; chains *= 2) {
    const double rate = issue_rate(machine, machine.warps, chains);
    three.push_back(
        {{"chains", chains},
         {"measured", issued(lab, kernels, machine.warps, chains, 1, rate, ghz, "other")}});
    fmt::print("  three registers, {} warps, {} chains: {:.2f} in a cycle\n", machine.warps, chains,
               three.back()["measured"].get<double>());
  }
  fmt::print("  multiply-adds of {}, at {:.2f} GHz; a result is ready after {} cycles\n",
             gpu ? fmt::format("a unit with {} schedulers", machine.ports)
                 : fmt::format("a core that starts {} in a cycle", machine.ports),
             ghz, machine.latency);
  return all.results(
      lab,
      {gpu ? Column{"warps", "", "warps of a unit"} : Column{"width", "", "floats in a vector"},
       {"chains", "", "chains in a work-item"}},
      {{"ghz", ghz}, {"three_registers", three}});
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

struct Group {
  unsigned size;    // work-items
  unsigned live;    // values that each of them keeps in registers
  std::size_t tile; // words of local memory
};

// The most work-groups that are under way at a time on the whole device, and the registers that the compiler has given to
// a work-item: 0 where it does not say.
struct AtOnce {
  cl_int groups;
  unsigned registers;
};

AtOnce most_at_once(const Lab& lab, const Group& group, std::size_t groups) {
  const cl::Program program =
      lab.program("model", fmt::format("-DGROUP={} -DLIVE={} -DTILE={}{}", group.size, group.live,
                                       group.tile, harness::talkative(lab.device)));
  cl::Kernel kernel(program, "at_once");
  const cl::Buffer counts = lab.buffer(std::vector<cl_int>(3));
  const cl::Buffer values = lab.buffer(std::vector<float>(group.live + groups, 0.5F));
  common::set_args(kernel, counts, values, rounds_for(lab, 5e4, group.live)); // some milliseconds
  common::launch(lab.queue, kernel, {groups * group.size}, {group.size}).wait();
  const std::vector<cl_int> counted = lab.read<cl_int>(counts);
  verify(counted[0] == 0 && counted[2] == static_cast<cl_int>(groups),
         "each work-group has come and gone");
  const auto reports = harness::parse_compiler_log(common::build_log(program, lab.device));
  const auto found = reports.find("at_once");
  return {counted[1], found == reports.end() ? 0U : static_cast<unsigned>(found->second.registers)};
}

} // namespace

// [at-once]
Json how_many_groups_at_once(const Lab& lab) {
  const Machine machine = machine_of(lab);
  const bool gpu = scale_of(lab).gpu;
  const unsigned units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const auto largest = static_cast<unsigned>(lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  std::vector<Group> groups{{32, 1, 1}, {128, 1, 1}, {512, 1, 1}};
  if (gpu) // and each of the other limits
    groups.insert(groups.end(), {{256, 24, 1},
                                 {256, 56, 1},
                                 {256, 100, 1},
                                 {96, 56, 1},
                                 {128, 1, 4096},
                                 {128, 1, 8192},
                                 {128, 1, 12000},
                                 {256, 24, 8192}});
  Predictions all("groups of a unit", 0.0);
  for (Group group : groups) {
    group.size = std::min(group.size, largest);
    const AtOnce seen = most_at_once(lab, group, std::size_t{units} * (gpu ? 80 : 32));
    const Fit room = groups_of_a_unit(machine, group.size, seen.registers, 4 * group.tile);
    Json row{{"group", group.size}};
    if (gpu)
      row.update({{"registers", seen.registers}, {"local", 4 * group.tile}, {"limit", room.limit}});
    all.add(row, gpu ? room.groups : 1, static_cast<double>(seen.groups) / units);
    if (lab.quick || largest < 32)
      break;
  }
  // [/at-once]
  fmt::print("  the most groups that were under way at a time, divided by {} units\n", units);
  std::vector<Column> columns{{"group", "", "work-items of a group"}};
  if (gpu)
    columns.insert(
        columns.end(),
        {{"registers", "", "registers"}, {"local", "", "local bytes"}, {"limit", "", "limit"}});
  return all.results(lab, columns, {{"units", units}});
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
