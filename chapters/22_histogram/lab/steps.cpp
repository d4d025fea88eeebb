// The ladders of chapter 22: which kernel, with which parameters, in how many groups and launches.

#include "problem.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/changed_ptx.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hist {
namespace {

using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;
using harness::Workbench;

// What counts: a work-item a pixel, in one dimension, in two, or on an image; groups of a shape; groups with a run of pixels
// that add to the bins or leave partial histograms; a fixed number of groups that leave partial ones, or add to totals, also
// with more local memory than OpenCL gives; a CPU's few work-items; floats, whose range comes first.
enum class Way {
  items,
  grid,
  image,
  shaped,
  runs,
  partial_runs,
  fixed,
  one_launch,
  all_local,
  cpu,
  floats
};

// In which a step differs from the others of its ladder.
struct Recipe {
  Way way = Way::items;
  int largest =
      0; ///< work-items of its largest group, of which its presets are made; 0: they are as they stand
  bool global = false;    ///< of floats: counts in global memory
  bool packed = false;    ///< counters of 16 bits, two in a word, LANES times
  bool nvidia = false;    ///< instructions that only NVIDIA's processors have
  bool own_table = false; ///< a table of 128 KiB for each work-item
  // Of an equalised picture.
  bool table_at_once = false; ///< the last group that counts makes the table
  bool map_in_groups = false; ///< a fixed number of groups maps
};

constexpr std::size_t all_local_bytes = 768 * 32 * 4;

std::uint64_t units(const Workbench& bench) {
  return bench.session.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
}

// For NVIDIA's compiler. A unit has 65,536 registers: 2048 work-items run at the same time if each has 32 at most.
std::string nvidia_options(const Workbench& bench) {
  if (!harness::is_nvidia(bench.session.device))
    return "";
  return value(bench.values, "GROUP") * value(bench.values, "PER_UNIT") >= 2048
             ? " -DPTX -cl-nv-maxrregcount=32"
             : " -DPTX";
}

struct Kernels : harness::FileLaunches {
  Kernels(const Workbench& bench, const std::string& file, const std::string& options)
      : FileLaunches(bench, file, options + nvidia_options(bench)) {}
};

// As many groups as the device runs at once, but no more than have at least one load for each work-item.
std::uint64_t fixed_groups(const Workbench& bench, const Histogram& in) {
  const std::uint64_t per_load =
      bench.values.contains("LOADS") ? 16 / in.pixel_bytes() : std::uint64_t{1};
  const std::uint64_t enough = ceil_div(in.pixels(), per_load * value(bench.values, "GROUP"));
  return std::clamp<std::uint64_t>(units(bench) * value(bench.values, "PER_UNIT"), 1, enough);
}

// [all-local]
// The same kernel, whose local array `memory` has as much as 768 counters for 32 lanes need: see harness/lab/changed_ptx.hpp.
void run_enlarged(Kernels& launches, const Workbench& bench, cl::Kernel kernel,
                  std::uint64_t groups, int group, const std::vector<cl::Buffer>& buffers,
                  cl_ulong pixels) {
  harness::PtxChanges changes{"sm_90a"};
  changes.local_bytes["memory"] = all_local_bytes;
  kernel = cl::Kernel(
      harness::through_ptx(kernel.getInfo<CL_KERNEL_PROGRAM>(), bench.session.device, changes,
                           harness::talkative(bench.session.device) + nvidia_options(bench)),
      "count");
  if (bench.kernels != nullptr)
    bench.kernels->back() = kernel;
  common::set_args(kernel, buffers[0], pixels, buffers[1], buffers[2], buffers[3]);
  launches.add([=](const cl::CommandQueue& queue) {
    cl::Event event; // not by common::launch(), which knows the limits of OpenCL C
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group),
                               cl::NDRange(group), nullptr, &event);
    return event;
  });
}
// [/all-local]

// [count]
harness::Run prepare_count(const Workbench& bench, const std::string& file, const Histogram& in,
                           const Recipe& recipe) {
  const Way way = recipe.way;
  const cl_ulong n = in.pixels();
  const cl_int width = in.width, height = in.height;
  const cl_uint bins = in.bins();
  const int group = value(bench.values, "GROUP");
  std::string options = in.task.floats() ? fmt::format("-DBINS={}", bins) : "";
  if (way == Way::floats && (bench.session.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() &
                             CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
    options += " -cl-fp32-correctly-rounded-divide-sqrt"; // the width of a bin as the host has it
  Kernels launches(bench, file, options);
  if (way <= Way::runs || way == Way::cpu)
    launches.run_items("clear", cl::NDRange(bins), bench.output, bins);
  if (way == Way::items) {
    launches.run_items("count", cl::NDRange(n), in.input, n, bench.output);
  } else if (way == Way::grid) {
    launches.run_items("count", cl::NDRange(width, height), in.input, width, height, bench.output);
  } else if (way == Way::image) {
    launches.run_items("count", cl::NDRange(width, height), in.image, width, height, bench.output);
  } else if (way == Way::shaped) {
    const int side = value(bench.values, "SIDE");
    const cl::NDRange local(value(bench.values, "LX"), value(bench.values, "LY"));
    const cl::NDRange items(ceil_div(width, side), ceil_div(height, side));
    launches.add(launches.kernel("count", in.input, width, height, bench.output),
                 common::round_up(items, local), local);
  } else if (way == Way::runs) {
    launches.run_groups("count", ceil_div(n, cl_ulong{1} * group * value(bench.values, "PIXELS")),
                        group, in.input, n, bench.output);
  } else if (way == Way::partial_runs || way == Way::fixed) {
    const std::uint64_t groups =
        way == Way::fixed ? fixed_groups(bench, in)
                          : ceil_div(n, cl_ulong{1} * group * value(bench.values, "PIXELS"));
    const cl::Buffer partial = launches.buffer(groups * bins * 4);
    launches.run_groups("count", groups, group, in.input, n, partial);
    launches.run_items("sum", cl::NDRange(bins), partial, static_cast<cl_uint>(groups), bins,
                       bench.output);
  } else if (way == Way::one_launch || way == Way::all_local) {
    const cl::Buffer totals = launches.zeros(bins * 4), arrived = launches.zeros(4);
    if (way == Way::all_local)
      run_enlarged(launches, bench, launches.kernel("count", in.input), fixed_groups(bench, in),
                   group, {in.input, totals, arrived, bench.output}, n);
    else
      launches.run_groups("count", fixed_groups(bench, in), group, in.input, n, totals, arrived,
                          bench.output);
  } else if (way == Way::cpu) {
    launches.run_groups("count", units(bench) * value(bench.values, "PER_UNIT"), 1, in.input, n,
                        bench.output);
  } else {
    const cl::Buffer range = launches.buffer(8);
    launches.run_items("start", cl::NDRange(bins), bench.output, bins, range);
    launches.run_groups("find_range", fixed_groups(bench, in), group, in.input, n, range);
    if (recipe.global)
      launches.run_items("count", cl::NDRange(n), in.input, n, range, bins, bench.output);
    else
      launches.run_groups("count", fixed_groups(bench, in), group, in.input, n, range, bins,
                          bench.output);
  }
  return launches.run();
}
// [/count]

// [uses]
harness::Run prepare_use(const Workbench& bench, const std::string& file, const Histogram& in,
                         const Recipe& recipe) {
  const cl_ulong n = in.pixels();
  const cl_uint pixels = static_cast<cl_uint>(n);
  const int group = value(bench.values, "GROUP");
  Kernels launches(
      bench, file,
      in.task.problem == "equalize"
          ? ""
          : fmt::format("-DMETHOD={} -DSIDE={}", in.task.method == "otsu" ? 1 : 2, block_side));
  if (in.task.problem == "adaptive") {
    const cl_int width = in.width, height = in.height, across = ceil_div(width, block_side),
                 down = ceil_div(height, block_side);
    const cl::Buffer thresholds = launches.buffer(std::uint64_t{4} * across * down);
    launches.add(launches.kernel("choose", in.input, width, height, thresholds),
                 cl::NDRange(across * group, down), cl::NDRange(group, 1));
    launches.run_items("apply", cl::NDRange(width, height), in.input, width, height, across, down,
                       thresholds, bench.output);
    return launches.run();
  }
  const cl::Buffer bins = launches.buffer(1024), table = launches.buffer(256);
  if (recipe.way == Way::cpu) {
    const std::uint64_t groups = units(bench) * value(bench.values, "PER_UNIT");
    launches.run_items("clear", cl::NDRange(256), bins, cl_uint{256});
    launches.run_groups("count", groups, 1, in.input, n, bins);
    launches.run_groups("make", 1, 1, bins, pixels, table);
    launches.run_groups("map", groups, 1, in.input, n, table, bench.output);
    return launches.run();
  }
  const cl::Buffer totals = launches.zeros(1024), arrived = launches.zeros(4);
  launches.run_groups("count", fixed_groups(bench, in), group, in.input, n, totals, arrived,
                      recipe.table_at_once ? table : bins);
  if (in.task.problem == "threshold") {
    launches.run_groups("choose", 1, group, bins, pixels, table);
    launches.run_items("apply", cl::NDRange(n), in.input, n, table, bench.output);
    return launches.run();
  }
  if (!recipe.table_at_once)
    launches.run_groups("make", 1, group, bins, pixels, table);
  if (recipe.map_in_groups)
    launches.run_groups("map", fixed_groups(bench, in), group, in.input, n, table, bench.output);
  else
    launches.run_items("map", cl::NDRange(n), in.input, n, table, bench.output);
  return launches.run();
}
// [/uses]

// [obstacle]
std::string obstacle(const Histogram& in, const Recipe& recipe, const cl::Device& device,
                     const Values& values) {
  const Way way = recipe.way;
  const bool slow = way <= Way::image || recipe.global;
  if (slow && in.pixels() > std::uint64_t{1} << 24)
    return "left out for more than 2^24 pixels: all additions to a bin wait for each other in "
           "global memory";
  if (recipe.own_table && (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
    return "needs 128 KiB for each work-item's own table: this device is no CPU";
  if (recipe.own_table && harness::is_rusticl(device)) // tried with 22.3: 32 KiB are right
    return "needs 128 KiB for each work-item's own table: this driver has less, and does not say "
           "so";
  if (way == Way::image && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_TRUE)
    return "needs images: this device has none";
  if (way == Way::image && in.input() != nullptr && in.image() == nullptr)
    return "the picture is larger than the images of this device may be";
  if (recipe.nvidia && (!harness::is_nvidia(device) || value(values, "GROUP") % 32 != 0))
    return "PTX, for groups of whole warps: this device is not NVIDIA's";
  const std::size_t group = value(values, "GROUP"), lx = value(values, "LX"),
                    ly = value(values, "LY");
  const std::uint64_t copies = value(values, "COPIES");
  const std::uint64_t counters = recipe.packed ? 768 / 2 * value<std::uint64_t>(values, "LANES")
                                 : way == Way::floats && !recipe.global        ? in.bins() * copies
                                 : way == Way::fixed || way == Way::one_launch ? in.bins() * copies
                                                                               : 0;
  const std::uint64_t rounds = value(values, "ROUNDS", 0),
                      sharers = ceil_div(group, value<std::size_t>(values, "LANES"));
  if (rounds > 0 && (4 * value(values, "LOADS") * (rounds + 1) + 1) * sharers > 65535)
    return fmt::format("ROUNDS={} is too many for GROUP={}: a counter of 16 bits would overflow",
                       rounds, group);
  return harness::group_obstacle(device, lx * ly > 1 ? cl::NDRange(lx, ly) : cl::NDRange(group),
                                 4 * counters, 16);
}
// [/obstacle]

// The presets of a step, for devices from large work-groups to those of one work-item.
std::vector<Values> presets(const Values& own, int largest) {
  std::vector<Values> all(5, own);
  for (std::size_t i = 0; i < 5; ++i) {
    Values& values = all[i];
    const int group =
        std::array{largest, std::min(largest, 256) / (largest == 256 ? 2 : 1), 64, 16, 1}[i];
    if (own.contains("LX")) {
      values["LX"] = std::array{16, 16, 8, 4, 1}[i];
      values["LY"] = std::array{16, 8, 8, 4, 1}[i];
    } else {
      values["GROUP"] = group;
    }
    // 32 KiB of local memory are enough then.
    for (const char* copies : {"COPIES", "LANES"})
      if (value(own, copies, 0) == 32 && i >= 3)
        values[copies] = 16;
    if (own.contains("ROUNDS") &&
        group != 16) // with 16, which the simulator takes, the counters are emptied more than once
      values["ROUNDS"] = 65535 / ceil_div(group, 32) / (4 * own.at("LOADS")) - 2;
  }
  return all;
}

} // namespace

std::vector<Step> Histogram::steps() const {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, with its preset for the largest group and without the group, and what
  // distinguishes its launches.
  const auto add = [&](Step step, const Recipe& recipe) {
    static const std::map<std::string, std::vector<int>> tried{{"GROUP", {64, 128, 256, 512, 1024}},
                                                               {"LOADS", {1, 2, 4, 8}},
                                                               {"PER_UNIT", {1, 2, 4, 8, 16}},
                                                               {"COPIES", {1, 2, 4, 8, 16, 32}},
                                                               {"PIXELS", {16, 32, 64, 128, 256}},
                                                               {"SIDE", {4, 8, 16, 32}},
                                                               {"TABLES", {1, 2, 4, 8}},
                                                               {"LX", {8, 16, 32, 64}},
                                                               {"LY", {1, 2, 4, 8, 16}},
                                                               {"ROUNDS", {30, 60, 125, 254, 510}},
                                                               {"LANES", {16, 32}}};
    step.kernel_file = fmt::format("22_histogram/{}_{}.cl", step.id, step.name);
    if (recipe.largest > 0)
      step.presets = presets(step.presets[0], recipe.largest);
    for (const auto& [parameter, first] : step.presets[0])
      step.parameters.push_back({parameter, tried.at(parameter)});
    step.images = recipe.way == Way::image;
    step.obstacle = [this, recipe](const cl::Device& device, const Values& values) {
      return obstacle(*this, recipe, device, values);
    };
    step.prepare = [this, recipe, file = step.kernel_file](const Workbench& bench) {
      return (task.counts() ? prepare_count : prepare_use)(bench, file, *this, recipe);
    };
    step.accesses = [this, file = step.kernel_file](const Values& values) {
      return task == Task{task.problem, task.format}
                 ? harness::stated_counts(file, size(), "", values)
                 : harness::Counts{};
    };
    steps.push_back(std::move(step));
  };

  if (task.colour()) {
    // [colour-steps]
    add({.id = "v1",
         .name = "naive",
         .change = "a work-item for each pixel, three atomic additions in global memory"},
        {.way = Way::items});
    add({.id = "v2",
         .name = "two_dimensions",
         .change = "the same with a range of columns and rows"},
        {.way = Way::grid});
    add({.id = "v3",
         .name = "image",
         .change = "an image and a sampler: one read for all channels"},
        {.way = Way::image});
    add({.id = "v4",
         .name = "pixel_at_once",
         .change = "v3's twin on a buffer: one load of four bytes",
         .parent = "v2"},
        {.way = Way::grid});
    add({.id = "v5",
         .name = "local",
         .change = "each group counts in local memory, and adds its counters at the end",
         .presets = {{{"LX", 16}, {"LY", 16}}}},
        {.way = Way::shaped, .largest = 256});
    add({.id = "v6",
         .name = "blocks",
         .change = "16 x 16 pixels for each work-item: far fewer additions in global memory",
         .presets = {{{"LX", 16}, {"LY", 16}, {"SIDE", 16}}}},
        {.way = Way::shaped, .largest = 256});
    add({.id = "v7",
         .name = "side_by_side",
         .change = "work-items of a group read pixels that lie side by side",
         .presets = {{{"PIXELS", 256}}}},
        {.way = Way::runs, .largest = 256});
    add({.id = "v8",
         .name = "partial",
         .change = "groups store their histograms, a second kernel adds them up",
         .presets = {{{"PIXELS", 256}}}},
        {.way = Way::partial_runs, .largest = 256});
    add({.id = "v9",
         .name = "fixed_groups",
         .change = "as many groups as run at once, whatever the picture's size",
         .presets = {{{"PER_UNIT", 8}}}},
        {.way = Way::fixed, .largest = 256});
    add({.id = "v10",
         .name = "vectors",
         .change = "four pixels a load, four loads under way",
         .presets = {{{"PER_UNIT", 8}, {"LOADS", 4}}}},
        {.way = Way::fixed, .largest = 256});
    add({.id = "v11",
         .name = "copies",
         .change = "8 copies of the counters, one behind the other",
         .presets = {{{"PER_UNIT", 8}, {"LOADS", 4}, {"COPIES", 8}}}},
        {.way = Way::fixed, .largest = 256});
    add({.id = "v12",
         .name = "lanes",
         .change = "the copies of a counter lie side by side, in banks of their own",
         .presets = {{{"PER_UNIT", 8}, {"LOADS", 4}, {"COPIES", 8}}}},
        {.way = Way::fixed, .largest = 256});
    const Values packed{{"PER_UNIT", 2}, {"LOADS", 4}, {"ROUNDS", 1}, {"LANES", 32}};
    add({.id = "v13",
         .name = "packed",
         .change = "a bank for each lane: counters of 16 bits, two in a word",
         .presets = {packed},
         .changed_parameters = {"PER_UNIT", "GROUP"}},
        {.way = Way::fixed, .largest = 1024, .packed = true});
    add({.id = "v14",
         .name = "one_launch",
         .change = "groups add to common totals, which the last group takes",
         .presets = {packed}},
        {.way = Way::one_launch, .largest = 1024, .packed = true});
    add({.id = "v15",
         .name = "all_local",
         .change = "NVIDIA only: counters of 32 bits, in 96 KiB of local memory",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}}}},
        {.way = Way::all_local, .largest = 1024, .nvidia = true});
    add({.id = "c1",
         .name = "cpu_table",
         .change = "for CPUs: groups of one work-item, each with a table",
         .presets = {{{"PER_UNIT", 4}}},
         .parent = "v9",
         .changed_parameters = {"PER_UNIT"}},
        {.way = Way::cpu});
    add({.id = "c2",
         .name = "cpu_tables",
         .change = "for CPUs: four tables in turn, two pixels a load",
         .presets = {{{"PER_UNIT", 4}, {"TABLES", 4}}}},
        {.way = Way::cpu});
    // [/colour-steps]
  } else if (task.counts() && !task.floats()) {
    // [grey-steps]
    add({.id = "g1",
         .name = "global",
         .change = "a work-item and an atomic addition in global memory for each pixel"},
        {.way = Way::items});
    add({.id = "g2",
         .name = "local",
         .change = "a fixed number of groups, each with its histogram in local memory",
         .presets = {{{"PER_UNIT", 2}}}},
        {.way = Way::fixed, .largest = 1024});
    add({.id = "g3",
         .name = "vectors",
         .change = "16 pixels a load, four loads under way",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}}}},
        {.way = Way::fixed, .largest = 1024});
    add({.id = "g4",
         .name = "copies",
         .change = "32 copies of the counters, one behind the other",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}}}},
        {.way = Way::fixed, .largest = 1024});
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add({.id = "g5",
         .name = "lanes",
         .change = "the copies of a counter lie side by side: a bank for each lane",
         .presets = {lanes}},
        {.way = Way::fixed, .largest = 1024});
    add({.id = "g6",
         .name = "one_launch",
         .change = "groups add to common totals, which the last group takes",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024});
    add({.id = "g7",
         .name = "warp_match",
         .change = "NVIDIA only: equal pixels of a warp find each other, one adds for all",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}}},
         .parent = "g3"},
        {.way = Way::fixed, .largest = 1024, .nvidia = true});
    add({.id = "c3",
         .name = "cpu_table",
         .change = "for CPUs: groups of one work-item, each with a table",
         .presets = {{{"PER_UNIT", 4}}},
         .parent = "g2",
         .changed_parameters = {"PER_UNIT"}},
        {.way = Way::cpu});
    add({.id = "c4",
         .name = "cpu_tables",
         .change = "for CPUs: four tables in turn, eight pixels a load",
         .presets = {{{"PER_UNIT", 4}, {"TABLES", 4}}}},
        {.way = Way::cpu});
    // [/grey-steps]
  } else if (task.floats()) {
    // [float-steps]
    add({.id = "f1",
         .name = "global",
         .change = "the range first, then an atomic addition in global memory for each value",
         .presets = {{{"PER_UNIT", 2}}}},
        {.way = Way::floats, .largest = 1024, .global = true});
    add({.id = "f2",
         .name = "local",
         .change = "a fixed number of groups, each with all bins in local memory",
         .presets = {{{"PER_UNIT", 2}}}},
        {.way = Way::floats, .largest = 1024});
    add({.id = "f3",
         .name = "vectors",
         .change = "four floats a load, four loads under way",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}}}},
        {.way = Way::floats, .largest = 1024});
    int copies = 32; // as many as fit into 32 KiB
    while (copies > 1 && copies * task.bins > 8192)
      copies /= 2;
    add({.id = "f4",
         .name = "lanes",
         .change = "as many copies of the counters as fit, side by side",
         .presets = {{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", copies}}}},
        {.way = Way::floats, .largest = 1024});
    add({.id = "c8",
         .name = "cpu_floats",
         .change = "for CPUs: groups of one work-item, four tables in turn",
         .presets = {{{"GROUP", 1}, {"PER_UNIT", 4}, {"TABLES", 4}}},
         .parent = "f2",
         .changed_parameters = {"GROUP", "PER_UNIT"}},
        {.way = Way::floats});
    // [/float-steps]
  } else if (task.problem == "equalize") {
    // [use-steps]
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add({.id = "e1",
         .name = "three_launches",
         .change = "histogram, table, map: nothing passes through the host",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024});
    add({.id = "e2",
         .name = "last_group",
         .change = "the last group of the histogram makes the table",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024, .table_at_once = true});
    add({.id = "e3",
         .name = "map_vectors",
         .change = "the map: 16 pixels a load, the table in local memory",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024, .table_at_once = true, .map_in_groups = true});
    add({.id = "c5",
         .name = "cpu",
         .change = "for CPUs: c4's counting, and a map of eight pixels at once",
         .presets = {{{"PER_UNIT", 4}, {"TABLES", 4}}},
         .parent = "e1",
         .changed_parameters = {"PER_UNIT"}},
        {.way = Way::cpu});
    add({.id = "c6",
         .name = "cpu_pairs",
         .change = "for CPUs: the map looks two pixels up at once",
         .presets = {{{"PER_UNIT", 4}, {"TABLES", 4}}}},
        {.way = Way::cpu, .own_table = true});
    add({.id = "c7",
         .name = "cpu_pair_counts",
         .change = "for CPUs: the histogram counts pairs of pixels",
         .presets = {{{"PER_UNIT", 1}, {"TABLES", 2}}},
         .parent = "c6",
         .changed_parameters = {"PER_UNIT", "TABLES"}},
        {.way = Way::cpu, .own_table = true});
  } else if (task.problem == "threshold") {
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add({.id = "t1",
         .name = "one_item",
         .change = "one work-item searches for the threshold",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024});
    add({.id = "t2",
         .name = "one_group",
         .change = "running sums, and 256 thresholds judged at once",
         .presets = {lanes}},
        {.way = Way::one_launch, .largest = 1024});
  } else {
    add({.id = "a1",
         .name = "blocks",
         .change = "a threshold for each block, and between the centres a bit of all"},
        {.way = Way::partial_runs, .largest = 256});
    add({.id = "a2",
         .name = "one_group",
         .change = "the whole group searches for its block's threshold"},
        {.way = Way::partial_runs, .largest = 256});
    // [/use-steps]
  }
  return steps;
}

} // namespace hist
