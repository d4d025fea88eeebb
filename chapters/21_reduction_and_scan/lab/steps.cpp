// The ladders of chapter 21: which kernel, with which parameters, in how many groups and launches.

#include "problem.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <memory>

namespace sums {
namespace {

using harness::ceil_div;
using harness::is_nvidia;
using harness::Step;
using harness::value;
using harness::Values;
using harness::Workbench;

// [sub-groups]
// Options for kernels whose work-items read one another's registers. A sub-group is as large as the compiler likes: so it
// makes the kernel, says how large, and makes it again for that size. Where that is no power of two, or changes its mind,
// local memory has to do.
std::string sub_groups(const Workbench& bench, const std::string& file, const std::string& options,
                       int group) {
  const cl::Device& device = bench.session.device;
  if (group == 1 || // with whom should it exchange something?
      !common::has_extension(device, "cl_khr_subgroups") ||
      !common::has_extension(device, "cl_khr_subgroup_shuffle") ||
      !device.getInfo<CL_DEVICE_VERSION>().starts_with("OpenCL 3"))
    return options;
  const auto with = [&](std::size_t size) {
    return fmt::format("{} -cl-std=CL3.0 -DSUB_GROUPS -DWARP={}", options, size);
  };
  const auto size_of = [&](const std::string& all_options) {
    return bench.kernel(file, "reduce", all_options)
        .getSubGroupInfo<CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE>(device, cl::NDRange(group));
  };
  const std::size_t size = size_of(with(1));
  return std::has_single_bit(size) && group % size == 0 && size_of(with(size)) == size ? with(size)
                                                                                       : options;
}
// [/sub-groups]

struct Kernels : harness::FileLaunches {
  Kernels(const Workbench& bench, const std::string& file, const std::string& options)
      : FileLaunches(bench, file, options + (is_nvidia(bench.session.device) ? " -DPTX" : "")) {}
};

// What becomes of the sums of groups: one counter, launches until one is left, a second launch (and shuffles), the last group
// adds them; the second launch for sums only: in pairs, or with their rests; of tiles: levels of them, two passes, tickets, tickets without clearing, no waiting; of digits: counted first,
// in one sweep, by ballots.
// clang-format off
enum class Way { counter, again, finish, shuffles, last_group, pairwise, compensated, levels, tiles, tickets, generations, fallback, counts, sweep, ballots };
// clang-format on

// [reduce]
harness::Run prepare_reduction(const Workbench& bench, const std::string& file, const Sums& in,
                               Way way) {
  const auto& device = bench.session.device;
  const int group = value(bench.values, "GROUP");
  const auto operation =
      std::find(operations().begin(), operations().end(), in.task.operation) - operations().begin();
  const std::string options = fmt::format("-DOPERATION={} -DT={}", operation + 1, in.task.type);
  Kernels launches(bench, file,
                   way == Way::shuffles || way == Way::last_group
                       ? sub_groups(bench, file, options, group)
                       : options);
  const cl_ulong n = in.n;
  if (way == Way::counter) {
    launches.run_groups("start", 1, 1, bench.output);
    cl::Kernel reduce = launches.kernel("reduce");
    common::set_args(reduce, in.input, in.other, n, bench.output);
    const cl::NDRange local = common::fit_local_size(device, reduce, cl::NDRange(256));
    launches.add(reduce, common::round_up(cl::NDRange(std::max<std::size_t>(n, 1)), local), local);
    return launches.run();
  }
  const std::uint64_t bytes = in.output_bytes() * (way == Way::compensated ? 2 : 1);
  if (way == Way::again) {
    const std::uint64_t per_group =
        std::uint64_t{1} * group * value(bench.values, "LOADS") * value(bench.values, "VECTOR");
    std::uint64_t groups = std::max<std::uint64_t>(ceil_div(n, per_group), 1);
    // The sums go to and fro between two buffers; the last of them is the output.
    cl::Buffer from = launches.buffer(groups * bytes),
               to = launches.buffer(ceil_div(groups, group) * bytes);
    launches.run_groups("reduce", groups, group, in.input, in.other, n,
                        groups == 1 ? bench.output : from);
    for (; groups > 1; groups = ceil_div(groups, group)) {
      const bool last = ceil_div(groups, group) == 1;
      launches.run_groups("again", ceil_div(groups, group), group, from, cl_ulong{groups},
                          last ? bench.output : to);
      std::swap(from, to);
    }
    return launches.run();
  }
  const cl_uint groups = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() *
                         static_cast<cl_uint>(value(bench.values, "PER_UNIT"));
  const cl::Buffer sums = launches.zeros(groups * bytes), arrived = launches.zeros(4);
  if (way == Way::last_group) { // the last group sets `arrived` back
    launches.run_groups("reduce", groups, group, in.input, in.other, n, sums, arrived,
                        bench.output);
  } else {
    launches.run_groups("reduce", groups, group, in.input, in.other, n, sums);
    launches.run_groups("finish", 1, group, sums, groups, bench.output);
  }
  return launches.run();
}
// [/reduce]

// [scan]
harness::Run prepare_scan(const Workbench& bench, const std::string& file, const Sums& in,
                          Way way) {
  const auto& device = bench.session.device;
  const int group = value(bench.values, "GROUP");
  const std::uint64_t tile = value(bench.values, "TILE", group * value(bench.values, "VALUES"));
  const std::uint64_t tiles = ceil_div(in.n, tile);
  const bool segmented = in.task.form == "segmented";
  const bool one_word = common::has_extension(device, "cl_khr_int64_base_atomics");
  const cl_int inclusive = in.task.form != "exclusive";
  const cl_ulong n = in.n;
  Kernels launches(bench, file,
                   fmt::format("-DT={} -DSEGMENTED={:d} -DSTATE_WORDS={}", in.task.type, segmented,
                               one_word ? 1 : 2));
  if (n == 0) // a launch of no work-items is an error before OpenCL 2.1, and there is nothing to do
    return launches.run();
  if (way == Way::levels) { // blocks, the sums of blocks, the sums of those ...; then down again
    std::vector<cl::Buffer> levels{in.input};
    std::vector<std::uint64_t> lengths{n};
    while (levels.size() == 1 || lengths.back() > 1) {
      const bool top = levels.size() == 1;
      const std::uint64_t blocks = ceil_div(lengths.back(), tile);
      const cl::Buffer sums = launches.buffer(blocks * 4);
      launches.run_groups("scan", blocks, group, levels.back(), cl_ulong{lengths.back()},
                          top ? inclusive : 0, top ? bench.output : levels.back(), sums);
      levels.push_back(sums);
      lengths.push_back(blocks);
    }
    levels[0] = bench.output;
    for (std::size_t level = levels.size() - 2; level-- > 0;)
      launches.run_groups("add", ceil_div(lengths[level], group), group, levels[level],
                          cl_ulong{lengths[level]}, levels[level + 1]);
    return launches.run();
  }
  if (way == Way::tiles) {
    const cl::Buffer sums = launches.buffer(tiles * (segmented ? 8 : 4));
    launches.run_groups("reduce_tiles", tiles, group, in.input, in.other, n, sums);
    launches.run_groups("scan_sums", 1, group, sums, static_cast<cl_uint>(tiles));
    launches.run_groups("scan", tiles, group, in.input, in.other, n, inclusive, sums, bench.output);
    return launches.run();
  }
  const cl::Buffer states = launches.zeros(tiles * 8), counter = launches.zeros(4);
  if (way == Way::generations) {
    cl::Kernel kernel = launches.kernel("scan");
    common::set_args(kernel, in.input, in.other, n, inclusive, counter, states, bench.output);
    const cl::NDRange global(static_cast<std::size_t>(tiles) * group), local(group);
    if (const std::string reason = common::launch_problem(device, kernel, global, local);
        !reason.empty())
      throw common::Skip(reason);
    const auto runs = std::make_shared<cl_uint>(0); // shared by the copies of a Run
    launches.add([=](const cl::CommandQueue& queue) mutable {
      const cl_uint generation = *runs % 8191 + 1; // 13 bits
      if (generation == 1)
        queue.enqueueFillBuffer(states, cl_uint{0}, 0, tiles * 8);
      kernel.setArg(7, generation);
      kernel.setArg(8, (*runs)++ * static_cast<cl_uint>(tiles));
      return common::launch(queue, kernel, global, local);
    });
    return launches.run();
  }
  launches.clear(states, tiles * 8);
  if (way == Way::fallback) {
    launches.run_groups("scan", tiles, group, in.input, in.other, n, inclusive, states,
                        bench.output);
  } else {
    launches.clear(counter, 4);
    launches.run_groups("scan", tiles, group, in.input, in.other, n, inclusive, counter, states,
                        bench.output);
  }
  return launches.run();
}
// [/scan]

// [sort]
harness::Run prepare_sort(const Workbench& bench, const std::string& file, const Sums& in,
                          Way way) {
  const int group = value(bench.values, "GROUP"), bits = value(bench.values, "BITS", 1),
            passes = 32 / bits;
  const std::uint64_t tiles =
      ceil_div(in.n, value(bench.values, "TILE", group * value(bench.values, "VALUES")));
  const std::uint64_t counters = tiles << bits;
  const cl_ulong n = in.n;
  Kernels launches(bench, file, fmt::format("-DPAIRS={:d}", in.task.values));
  if (n == 0)
    return launches.run();
  const cl::Buffer other = launches.buffer(in.output_bytes()),
                   counts = launches.buffer(counters * 4);
  const cl::Buffer starts = launches.buffer(std::uint64_t{4} * passes << bits),
                   tickets = launches.buffer(4 * passes);
  if (way >= Way::sweep) {
    launches.clear(starts, std::uint64_t{4} * passes << bits);
    launches.clear(tickets, 4 * passes);
    launches.run_groups("count",
                        std::min<std::uint64_t>(
                            tiles, 4 * bench.session.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()),
                        group, in.input, n, starts);
    launches.run_groups("scan_counts", passes, group, starts);
  }
  for (int pass = 0; pass < passes;
       ++pass) { // the last one writes the output, those before it go to and fro
    const cl::Buffer& to = (passes - pass) % 2 == 1 ? bench.output : other;
    const cl::Buffer& from = pass == 0 ? in.input : (passes - pass) % 2 == 1 ? other : bench.output;
    if (way >= Way::sweep) {
      launches.clear(counts, counters * 4);
      launches.run_groups("sweep", tiles, group, from, n, cl_uint(pass), starts, tickets, counts,
                          to);
    } else {
      launches.run_groups("count", tiles, group, from, n, cl_uint(pass * bits), counts);
      launches.run_groups("scan_sums", 1, group, counts, static_cast<cl_uint>(counters));
      launches.run_groups("scatter", tiles, group, from, n, cl_uint(pass * bits), counts, to);
    }
  }
  return launches.run();
}
// [/sort]

// [obstacle]
std::string obstacle(const Sums& in, Way way, const cl::Device& device, const Values& values) {
  if (way == Way::counter && in.task.operation == "argmax")
    return "an atomic of OpenCL C 1.2 has four bytes: a maximum with its index needs more";
  const bool cpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  if (way == Way::counter && in.task.floats() && in.n > (std::uint64_t{1} << (cpu ? 22 : 16)))
    return fmt::format("left out for more than 2^{} floats, each of which retries until it "
                       "succeeds: the time grows much faster than their number",
                       cpu ? 22 : 16);
  if ((way == Way::pairwise || way == Way::compensated) &&
      ((in.task.operation != "sum" && in.task.operation != "dot") || !in.task.floats()))
    return "adds floats with care: nothing else is rounded";
  if (way == Way::levels && in.task.form == "segmented")
    return "adds a block's sum to finished results, and does not know where a segment begins";
  if (in.task.problem == "sort" && in.n >= (std::uint64_t{1} << (way >= Way::sweep ? 30 : 32)))
    return "counts keys in 32 bits, of which two may be a status: fewer keys, please";
  const int group = value(values, "GROUP");
  const auto items = static_cast<std::uint64_t>(std::max(group, 256)); // as ballots need them
  const std::uint64_t ballot_bytes =
      4 * (items * (8 + 2 + value(values, "VALUES") * (1 + in.task.values)) + 257);
  if (way == Way::ballots && is_nvidia(device) &&
      ballot_bytes > device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>())
    return fmt::format("needs {} bytes of local memory: this device has {}", ballot_bytes,
                       device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
  if (way == Way::ballots && (!is_nvidia(device) || group < 256))
    return "inline PTX for groups of 256: this device is another, or its groups are smaller";
  if (in.task.problem == "sort" && value(values, "BITS") == 8 && value(values, "VALUES") > 0 &&
      group < 16 && harness::pocl_version(device) >= 6) // right with 16, and with PoCL 3.1
    return "PoCL 6 ends the program in this kernel where work-groups have less than 16 work-items";
  if (group == 1 && (way == Way::again || (way == Way::levels && value(values, "VALUES") == 1)))
    return "needs work-groups of more than one work-item, or there are as many sums as elements: "
           "this device has no others";
  if (harness::is_simulator(device) && group > 16)
    return "on the simulator only small work-groups show what happens between two of them";
  const auto most = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  return static_cast<std::size_t>(group) > most
             ? fmt::format("needs work-groups of {}: this device has {} at most", group, most)
             : std::string{};
}
// [/obstacle]

// Work-groups of these sizes, for devices that allow them.
std::vector<Values> groups(const Values& own = {}) {
  return harness::with(
      {{{"GROUP", 256}}, {{"GROUP", 128}}, {{"GROUP", 64}}, {{"GROUP", 16}}, {{"GROUP", 1}}}, own);
}

} // namespace

std::vector<Step> Sums::steps() const {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, and its way.
  const auto add = [&](Step step, Way way) {
    static const std::map<std::string, std::vector<int>> tried{
        {"GROUP", {64, 128, 256, 512, 1024}},
        {"LOADS", {1, 2, 4, 8, 16, 32}},
        {"VECTOR", {2, 4, 8, 16}},
        {"PER_UNIT", {1, 2, 4, 8, 16}},
        {"CHAINS", {1, 2, 4, 8}},
        {"VALUES", {4, 8, 12, 16, 20, 24, 28, 32, 36, 44}},
        {"TILE", {4096, 16384, 65536, 262144}}};
    step.kernel_file = fmt::format("21_reduction_and_scan/{}_{}.cl", step.id, step.name);
    for (const auto& [parameter, first] : step.presets[0])
      if (tried.contains(parameter))
        step.parameters.push_back({parameter, tried.at(parameter)});
    step.obstacle = [this, way](const cl::Device& device, const Values& values) {
      return obstacle(*this, way, device, values);
    };
    step.prepare = [this, way, file = step.kernel_file](const Workbench& bench) {
      return (task.problem == "reduce" ? prepare_reduction
              : task.problem == "scan" ? prepare_scan
                                       : prepare_sort)(bench, file, *this, way);
    };
    step.accesses = [this, file = step.kernel_file](const Values& values) {
      return task == Task{task.problem} ? harness::stated_counts(file, size(), "", values)
                                        : harness::Counts{};
    };
    steps.push_back(std::move(step));
  };

  const std::vector<Values> walk = groups({{"LOADS", 4}, {"VECTOR", 4}, {"PER_UNIT", 4}});
  if (task.problem == "reduce") {
    // [reduction-steps]
    add({.id = "v1",
         .name = "atomics",
         .change = "every work-item adds its element to one counter",
         .any_order = true},
        Way::counter);
    add({.id = "v2",
         .name = "interleaved",
         .change = "a tree in local memory for each group; launches until one sum is left",
         .presets = groups()},
        Way::again);
    add({.id = "v3",
         .name = "sequential",
         .change = "the tree folds halves: whole warps fall idle",
         .presets = groups()},
        Way::again);
    add({.id = "v4",
         .name = "many_loads",
         .change = "16 elements for each work-item: 16 loads under way, one tree for them",
         .presets = groups({{"LOADS", 16}})},
        Way::again);
    add({.id = "v5",
         .name = "vectors",
         .change = "the same elements in 4 vectors of 4: a quarter of the load instructions",
         .presets = groups({{"LOADS", 4}, {"VECTOR", 4}}),
         .changed_parameters = {"LOADS"}},
        Way::again);
    add({.id = "v6",
         .name = "fixed_groups",
         .change = "a fixed number of groups walk over the input: two launches, always",
         .presets = walk},
        Way::finish);
    add({.id = "v7",
         .name = "chains",
         .change = "a sum for each of the loads: no addition waits for the one before",
         .presets = walk},
        Way::finish);
    add({.id = "v8",
         .name = "shuffles",
         .change = "the tree in registers, where the device lets work-items read each other's",
         .presets = walk},
        Way::shuffles);
    add({.id = "v9",
         .name = "one_launch",
         .change = "the last group to finish adds up the sums of all groups",
         .presets = walk},
        Way::last_group);
    add({.id = "v10",
         .name = "compensated",
         .change = "what each addition loses is added up, too: right to the last bit",
         .presets = walk,
         .parent = "v7"},
        Way::compensated);
    add({.id = "v11",
         .name = "pairwise",
         .change = "a work-item's run is added like a tree: errors grow with its logarithm",
         .presets = walk,
         .parent = "v7"},
        Way::pairwise);
    add({.id = "c1",
         .name = "cpu_runs",
         .change = "for CPUs: one work-item for a group, a long run for each",
         .presets = {{{"CHAINS", 4}, {"PER_UNIT", 4}}},
         .parent = "v7"},
        Way::finish);
    add({.id = "c5",
         .name = "cpu_compensated",
         .change = "c1 with v10's sums and rests, in vectors",
         .presets = {{{"CHAINS", 4}, {"PER_UNIT", 4}}},
         .parent = "c1"},
        Way::compensated);
    add({.id = "c6",
         .name = "cpu_pairwise",
         .change = "c1 with v11's tree, of vectors",
         .presets = {{{"CHAINS", 4}, {"PER_UNIT", 4}}},
         .parent = "c1"},
        Way::pairwise);
    // [/reduction-steps]
  } else if (task.problem == "scan") {
    // [scan-steps]
    add({.id = "s1",
         .name = "hillis_steele",
         .change = "blocks in log2 rounds, then the blocks' sums, then both added",
         .presets = groups()},
        Way::levels);
    add({.id = "s2",
         .name = "blelloch",
         .change = "up and down a tree: fewer additions, but twice as many rounds",
         .presets = groups()},
        Way::levels);
    add({.id = "s3",
         .name = "registers",
         .change = "8 elements for each work-item, added up in its registers",
         .presets = groups({{"VALUES", 8}}),
         .parent = "s1"},
        Way::levels);
    add({.id = "s4",
         .name = "reduce_then_scan",
         .change = "the first launch only reads: 3n of memory traffic, not 4n",
         .presets = groups({{"VALUES", 8}})},
        Way::tiles);
    add({.id = "s5",
         .name = "tickets",
         .change = "one pass: each group waits for the sum of everything before it",
         .presets = groups({{"VALUES", 8}})},
        Way::tickets);
    add({.id = "s6",
         .name = "look_back",
         .change = "each tile publishes its own sum at once; one item adds up those before",
         .presets = groups({{"VALUES", 8}})},
        Way::tickets);
    add({.id = "s7",
         .name = "many_at_once",
         .change = "up to 32 work-items look at 32 tiles at the same time",
         .presets = groups({{"VALUES", 8}})},
        Way::tickets);
    add({.id = "s8",
         .name = "large_tiles",
         .change = "28 elements for each work-item: less than a third of the looking back",
         .presets = groups({{"VALUES", 28}}),
         .changed_parameters = {"VALUES"}},
        Way::tickets);
    add({.id = "s9",
         .name = "vectors",
         .change = "four elements in each load and store",
         .presets = groups({{"VALUES", 28}})},
        Way::tickets);
    add({.id = "s10",
         .name = "shuffles",
         .change = "a warp adds up and looks back in registers, where the device can",
         .presets = groups({{"VALUES", 28}})},
        Way::tickets);
    add({.id = "s11",
         .name = "generations",
         .change = "a state names its run: nothing to clear between two",
         .presets = groups({{"VALUES", 28}})},
        Way::generations);
    add({.id = "s12",
         .name = "fallback",
         .change = "no group depends on another: it adds up what is missing",
         .presets = groups({{"VALUES", 8}}),
         .parent = "s7"},
        Way::fallback);
    add({.id = "c2",
         .name = "cpu_two_passes",
         .change = "for CPUs: s4 with one work-item for a group and a long run for each",
         .presets = {{{"TILE", 65536}}},
         .parent = "s4"},
        Way::tiles);
    add({.id = "c3",
         .name = "cpu_tiles",
         .change = "for CPUs: one pass over tiles that fit a cache",
         .presets = {{{"TILE", 65536}}}},
        Way::tickets);
    // [/scan-steps]
  } else {
    // [sort-steps]
    add({.id = "k1",
         .name = "split",
         .change = "32 passes, each by one bit: count, running sums, scatter",
         .presets = groups({{"BITS", 1}, {"VALUES", 16}})},
        Way::counts);
    add({.id = "k2",
         .name = "digits",
         .change = "8 passes of four bits each",
         .presets = groups({{"BITS", 4}, {"VALUES", 16}}),
         .changed_parameters = {"BITS"}},
        Way::counts);
    add({.id = "k3",
         .name = "sorted_tiles",
         .change = "a tile is put in order in local memory: neighbours write to neighbours",
         .presets = groups({{"BITS", 4}, {"VALUES", 16}})},
        Way::counts);
    add({.id = "k4",
         .name = "eight_bits",
         .change = "4 passes of eight bits each; a tile is put in order in two rounds",
         .presets = groups({{"BITS", 8}, {"VALUES", 16}}),
         .changed_parameters = {"BITS"}},
        Way::counts);
    add({.id = "k5",
         .name = "one_sweep",
         .change = "digits counted once for all passes; then 2n a pass, by looking back",
         .presets = groups({{"BITS", 8}, {"VALUES", 16}})},
        Way::sweep);
    add({.id = "k6",
         .name = "ballots",
         .change = "NVIDIA only: a warp ranks its keys by ballots, and orders the tile at once",
         .presets = groups({{"BITS", 8}, {"VALUES", 16}})},
        Way::ballots);
    add({.id = "k7",
         .name = "large_tiles",
         .change = "NVIDIA only: 32 keys for each work-item: half as many tiles",
         .presets = groups({{"BITS", 8}, {"VALUES", 32}}),
         .changed_parameters = {"VALUES"}},
        Way::ballots);
    add({.id = "c4",
         .name = "cpu_digits",
         .change = "for CPUs: k4 with one work-item for a group and a long run for each",
         .presets = {{{"BITS", 8}, {"TILE", 65536}}},
         .parent = "k4"},
        Way::counts);
    // [/sort-steps]
  }
  return steps;
}

} // namespace sums
