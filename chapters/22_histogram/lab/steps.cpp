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
using harness::Launches;
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

// The kernels of one file, launched in order.
class Kernels : public Launches {
 public:
  Kernels(const Workbench& bench, std::string file, const std::string& options)
      : Launches(bench), bench_(bench), file_(std::move(file)),
        options_(options + nvidia_options(bench)) {}

  template <typename... Args>
  cl::Kernel kernel(const char* function, const Args&... args) {
    cl::Kernel made;
    if (first_() == nullptr) {
      made = first_ = bench_.kernel(file_, function, options_);
    } else {
      made = cl::Kernel(first_.getInfo<CL_KERNEL_PROGRAM>(), function);
      if (bench_.kernels != nullptr)
        bench_.kernels->push_back(made);
    }
    common::set_args(made, args...);
    return made;
  }

  template <typename... Args>
  void run_groups(const char* function, std::uint64_t groups, int group, const Args&... args) {
    add(kernel(function, args...), cl::NDRange(groups * group), cl::NDRange(group));
  }

  // As many work-items as `items`, in groups that the device likes.
  template <typename... Args>
  void run_items(const char* function, const cl::NDRange& items, const Args&... args) {
    const cl::Kernel made = kernel(function, args...);
    const cl::NDRange local =
        common::fit_local_size(bench_.session.device, made,
                               items.dimensions() == 1 ? cl::NDRange(256) : cl::NDRange(16, 16));
    add(made, common::round_up(items, local), local);
  }

  // A buffer of zeros. (Written, not filled: for the simulator filled memory stays uninitialised.)
  cl::Buffer zeros(std::uint64_t bytes) {
    const cl::Buffer made = buffer(bytes);
    const std::vector<std::byte> nothing(made.getInfo<CL_MEM_SIZE>());
    bench_.session.queue.enqueueWriteBuffer(made, CL_TRUE, 0, nothing.size(), nothing.data());
    return made;
  }

 private:
  const Workbench& bench_;
  std::string file_, options_;
  cl::Kernel first_;
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
                           Way way) {
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
    if (file.find("f1_") != std::string::npos)
      launches.run_items("count", cl::NDRange(n), in.input, n, range, bins, bench.output);
    else
      launches.run_groups("count", fixed_groups(bench, in), group, in.input, n, range, bins,
                          bench.output);
  }
  return launches.run();
}
// [/count]

// [uses]
harness::Run prepare_use(const Workbench& bench, const std::string& file, const Histogram& in) {
  const cl_ulong n = in.pixels();
  const cl_uint pixels = static_cast<cl_uint>(n);
  const int group = value(bench.values, "GROUP");
  const auto has = [&](const char* id) { return file.find(id) != std::string::npos; };
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
  if (has("/c5_") || has("/c6_") || has("/c7_")) {
    const std::uint64_t groups = units(bench) * value(bench.values, "PER_UNIT");
    launches.run_items("clear", cl::NDRange(256), bins, cl_uint{256});
    launches.run_groups("count", groups, 1, in.input, n, bins);
    launches.run_groups("make", 1, 1, bins, pixels, table);
    launches.run_groups("map", groups, 1, in.input, n, table, bench.output);
    return launches.run();
  }
  const cl::Buffer totals = launches.zeros(1024), arrived = launches.zeros(4);
  const bool table_at_once = has("/e2_") || has("/e3_");
  launches.run_groups("count", fixed_groups(bench, in), group, in.input, n, totals, arrived,
                      table_at_once ? table : bins);
  if (in.task.problem == "threshold") {
    launches.run_groups("choose", 1, group, bins, pixels, table);
    launches.run_items("apply", cl::NDRange(n), in.input, n, table, bench.output);
    return launches.run();
  }
  if (!table_at_once)
    launches.run_groups("make", 1, group, bins, pixels, table);
  if (has("/e3_"))
    launches.run_groups("map", fixed_groups(bench, in), group, in.input, n, table, bench.output);
  else
    launches.run_items("map", cl::NDRange(n), in.input, n, table, bench.output);
  return launches.run();
}
// [/uses]

// [obstacle]
std::string obstacle(const Histogram& in, Way way, const std::string& id, const cl::Device& device,
                     const Values& values) {
  const bool slow = way <= Way::image || id == "f1";
  if (slow && in.pixels() > std::uint64_t{1} << 24)
    return "left out for more than 2^24 pixels: all additions to a bin wait for each other in "
           "global memory";
  if ((id == "c6" || id == "c7") && (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
    return "needs 128 KiB for each work-item's own table: this device is no CPU";
  if (way == Way::image && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_TRUE)
    return "needs images: this device has none";
  if (way == Way::image && in.input() != nullptr && in.image() == nullptr)
    return "the picture is larger than the images of this device may be";
  if ((way == Way::all_local || id == "g7") &&
      (!harness::is_nvidia(device) || value(values, "GROUP") % 32 != 0))
    return "PTX, for groups of whole warps: this device is not NVIDIA's";
  const std::size_t group = value(values, "GROUP"), lx = value(values, "LX"),
                    ly = value(values, "LY");
  const std::uint64_t copies = value(values, "COPIES");
  const std::uint64_t counters = id == "v13" || id == "v14"
                                     ? 768 / 2 * value<std::uint64_t>(values, "LANES")
                                 : way == Way::floats && id != "f1"            ? in.bins() * copies
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
  const auto add = [&](const std::string& id, const char* name, const char* change, Way way,
                       const Values& own = {}, int largest = 0, const std::string& parent = {},
                       const std::vector<std::string>& changed = {}) {
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
    Step step{id, name, change, fmt::format("22_histogram/{}_{}.cl", id, name)};
    step.presets = largest > 0 ? presets(own, largest) : std::vector<Values>{own};
    for (const auto& [parameter, first] : step.presets[0])
      step.parameters.push_back({parameter, tried.at(parameter)});
    step.parent = parent;
    step.changed_parameters = changed;
    step.images = way == Way::image;
    step.obstacle = [this, way, id](const cl::Device& device, const Values& values) {
      return obstacle(*this, way, id, device, values);
    };
    step.prepare = [this, way, file = step.kernel_file](const Workbench& bench) {
      return task.counts() ? prepare_count(bench, file, *this, way)
                           : prepare_use(bench, file, *this);
    };
    step.accesses = [this, file = step.kernel_file](const Values& values) {
      harness::Counts counts = harness::stated_counts(file, size(), "", values);
      for (auto& [kernel, a] : counts)
        for (auto* count : {&a.global_loads, &a.global_stores, &a.local_loads, &a.local_stores})
          *count *= 2; // verified with two poisons
      return task == Task{task.problem, task.format} ? counts : harness::Counts{};
    };
    steps.push_back(std::move(step));
  };

  if (task.colour()) {
    // [colour-steps]
    add("v1", "naive", "a work-item for each pixel, three atomic additions in global memory",
        Way::items);
    add("v2", "two_dimensions", "the same with a range of columns and rows", Way::grid);
    add("v3", "image", "an image and a sampler: one read for all channels", Way::image);
    add("v4", "pixel_at_once", "v3's twin on a buffer: one load of four bytes", Way::grid, {}, 0,
        "v2");
    add("v5", "local", "each group counts in local memory, and adds its counters at the end",
        Way::shaped, {{"LX", 16}, {"LY", 16}}, 256);
    add("v6", "blocks", "16 x 16 pixels for each work-item: far fewer additions in global memory",
        Way::shaped, {{"LX", 16}, {"LY", 16}, {"SIDE", 16}}, 256);
    add("v7", "side_by_side", "work-items of a group read pixels that lie side by side", Way::runs,
        {{"PIXELS", 256}}, 256);
    add("v8", "partial", "groups store their histograms, a second kernel adds them up",
        Way::partial_runs, {{"PIXELS", 256}}, 256);
    add("v9", "fixed_groups", "as many groups as run at once, whatever the picture's size",
        Way::fixed, {{"PER_UNIT", 8}}, 256);
    add("v10", "vectors", "four pixels a load, four loads under way", Way::fixed,
        {{"PER_UNIT", 8}, {"LOADS", 4}}, 256);
    add("v11", "copies", "8 copies of the counters, one behind the other", Way::fixed,
        {{"PER_UNIT", 8}, {"LOADS", 4}, {"COPIES", 8}}, 256);
    add("v12", "lanes", "the copies of a counter lie side by side, in banks of their own",
        Way::fixed, {{"PER_UNIT", 8}, {"LOADS", 4}, {"COPIES", 8}}, 256);
    const Values packed{{"PER_UNIT", 2}, {"LOADS", 4}, {"ROUNDS", 1}, {"LANES", 32}};
    add("v13", "packed", "a bank for each lane: counters of 16 bits, two in a word", Way::fixed,
        packed, 1024, "", {"PER_UNIT", "GROUP"});
    add("v14", "one_launch", "groups add to common totals, which the last group takes",
        Way::one_launch, packed, 1024);
    add("v15", "all_local", "NVIDIA only: counters of 32 bits, in 96 KiB of local memory",
        Way::all_local, {{"PER_UNIT", 2}, {"LOADS", 4}}, 1024);
    add("c1", "cpu_table", "for CPUs: groups of one work-item, each with a table", Way::cpu,
        {{"PER_UNIT", 4}}, 0, "v9", {"PER_UNIT"});
    add("c2", "cpu_tables", "for CPUs: four tables in turn, two pixels a load", Way::cpu,
        {{"PER_UNIT", 4}, {"TABLES", 4}});
    // [/colour-steps]
  } else if (task.counts() && !task.floats()) {
    // [grey-steps]
    add("g1", "global", "a work-item and an atomic addition in global memory for each pixel",
        Way::items);
    add("g2", "local", "a fixed number of groups, each with its histogram in local memory",
        Way::fixed, {{"PER_UNIT", 2}}, 1024);
    add("g3", "vectors", "16 pixels a load, four loads under way", Way::fixed,
        {{"PER_UNIT", 2}, {"LOADS", 4}}, 1024);
    add("g4", "copies", "32 copies of the counters, one behind the other", Way::fixed,
        {{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}}, 1024);
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add("g5", "lanes", "the copies of a counter lie side by side: a bank for each lane", Way::fixed,
        lanes, 1024);
    add("g6", "one_launch", "groups add to common totals, which the last group takes",
        Way::one_launch, lanes, 1024);
    add("g7", "warp_match", "NVIDIA only: equal pixels of a warp find each other, one adds for all",
        Way::fixed, {{"PER_UNIT", 2}, {"LOADS", 4}}, 1024, "g3");
    add("c3", "cpu_table", "for CPUs: groups of one work-item, each with a table", Way::cpu,
        {{"PER_UNIT", 4}}, 0, "g2", {"PER_UNIT"});
    add("c4", "cpu_tables", "for CPUs: four tables in turn, eight pixels a load", Way::cpu,
        {{"PER_UNIT", 4}, {"TABLES", 4}});
    // [/grey-steps]
  } else if (task.floats()) {
    // [float-steps]
    add("f1", "global", "the range first, then an atomic addition in global memory for each value",
        Way::floats, {{"PER_UNIT", 2}}, 1024);
    add("f2", "local", "a fixed number of groups, each with all bins in local memory", Way::floats,
        {{"PER_UNIT", 2}}, 1024);
    add("f3", "vectors", "four floats a load, four loads under way", Way::floats,
        {{"PER_UNIT", 2}, {"LOADS", 4}}, 1024);
    int copies = 32; // as many as fit into 32 KiB
    while (copies > 1 && copies * task.bins > 8192)
      copies /= 2;
    add("f4", "lanes", "as many copies of the counters as fit, side by side", Way::floats,
        {{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", copies}}, 1024);
    add("c8", "cpu_floats", "for CPUs: groups of one work-item, four tables in turn", Way::floats,
        {{"GROUP", 1}, {"PER_UNIT", 4}, {"TABLES", 4}}, 0, "f2", {"GROUP", "PER_UNIT"});
    // [/float-steps]
  } else if (task.problem == "equalize") {
    // [use-steps]
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add("e1", "three_launches", "histogram, table, map: nothing passes through the host",
        Way::one_launch, lanes, 1024);
    add("e2", "last_group", "the last group of the histogram makes the table", Way::one_launch,
        lanes, 1024);
    add("e3", "map_vectors", "the map: 16 pixels a load, the table in local memory",
        Way::one_launch, lanes, 1024);
    add("c5", "cpu", "for CPUs: c4's counting, and a map of eight pixels at once", Way::cpu,
        {{"PER_UNIT", 4}, {"TABLES", 4}}, 0, "e1", {"PER_UNIT"});
    add("c6", "cpu_pairs", "for CPUs: the map looks two pixels up at once", Way::cpu,
        {{"PER_UNIT", 4}, {"TABLES", 4}});
    add("c7", "cpu_pair_counts", "for CPUs: the histogram counts pairs of pixels", Way::cpu,
        {{"PER_UNIT", 1}, {"TABLES", 2}}, 0, "c6", {"PER_UNIT", "TABLES"});
  } else if (task.problem == "threshold") {
    const Values lanes{{"PER_UNIT", 2}, {"LOADS", 4}, {"COPIES", 32}};
    add("t1", "one_item", "one work-item searches for the threshold", Way::one_launch, lanes, 1024);
    add("t2", "one_group", "running sums, and 256 thresholds judged at once", Way::one_launch,
        lanes, 1024);
  } else {
    add("a1", "blocks", "a threshold for each block, and between the centres a bit of all",
        Way::partial_runs, {}, 256);
    add("a2", "one_group", "the whole group searches for its block's threshold", Way::partial_runs,
        {}, 256);
    // [/use-steps]
  }
  return steps;
}

} // namespace hist
