// The ladder: which kernel, with which parameters; what each step promises.

#include "fourier.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/changed_ptx.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace fourier {
namespace {

using fft::Design;
using fft::Direction;
using harness::ceil_div;
using harness::Launches;
using harness::Step;
using harness::value;
using harness::Values;
using harness::Workbench;

constexpr int largest_int_product = 32768; // n * k has to be an int

// What distinguishes a step from others with the same launcher.
struct Recipe {
  enum { lines, one_axis, sums } needs = lines; ///< sums: N * N steps
  bool any_length = false;                      ///< else powers of two only
  bool real = false, cpu = false, nvidia = false;
  bool butterflies =
      false; ///< a_launch_each: a work-item for two numbers, whose prime factor is 2; else for one
  bool own_passes = true; ///< its file has the kernel of the passes; else v14's
  bool columns = false;   ///< its file is Design::columns; other lines are c1's
  double error = 1.0;     ///< against a fast transform's
  /// How a plan is made, beyond the values.
  std::function<void(Design&)> design = nullptr;
};

bool is_power_of_two(int n) {
  return (n & (n - 1)) == 0;
}

// [obstacle]
std::string obstacle(const Fourier& problem, const Recipe& recipe, const cl::Device& device,
                     const Values& values) {
  const std::vector<int>& lengths = problem.shape.lengths;
  if (problem.shape.real != recipe.real)
    return recipe.real ? "made for real input, --real: this is complex"
                       : "made for complex input: this is real";
  if (recipe.nvidia) {
    if (!harness::is_nvidia(device))
      return "changes PTX, the assembly language of NVIDIA's GPUs: this device is of another "
             "vendor";
    constexpr cl_device_info capability_major = 0x4000; // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
    cl_uint major = 0;
    clGetDeviceInfo(device(), capability_major, sizeof(major), &major, nullptr);
    if (major != 9)
      return fmt::format("made for compute capability 9: this device has {}", major);
  }
  if (recipe.cpu && (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
    return "made for the vectors of a CPU: this device is none";
  if (recipe.needs != Recipe::lines && lengths.size() > 1)
    return fmt::format("made for one dimension: this has {}", lengths.size());
  if (recipe.needs == Recipe::one_axis && !recipe.any_length && lengths[0] < 2)
    return "made for 2 numbers at least: this is one";
  if (recipe.needs == Recipe::sums && lengths[0] > largest_int_product)
    return fmt::format("N * N steps: for N up to {}", largest_int_product);
  if (!recipe.any_length && !recipe.real)
    for (const int n : lengths)
      if (!is_power_of_two(n))
        return fmt::format("made for powers of two: {} is none", n);
  if (recipe.columns && !recipe.any_length &&
      (lengths[0] < fft::shortest_with_columns || lengths[0] > fft::longest_with_columns))
    return fmt::format("made for lines of {} to {} numbers: these have {}",
                       fft::shortest_with_columns, fft::longest_with_columns, lengths[0]);
  if (values.count("GROUP") != 0 && recipe.needs == Recipe::sums)
    return harness::group_obstacle(device, cl::NDRange(value<std::size_t>(values, "GROUP")),
                                   32 * value<std::size_t>(values, "GROUP"));
  return "";
}
// [/obstacle]

std::string direction_options(const Fourier& problem) {
  return problem.direction == Direction::forward
             ? "-DSIGN=1"
             : fmt::format("-DSIGN=-1 -DINVERSE -DSCALE={}", problem.shape.lengths[0]);
}

void add_items(Launches& launches, const Workbench& bench, const cl::Kernel& kernel, int items) {
  const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, {64});
  launches.add(kernel, common::round_up(cl::NDRange(static_cast<std::size_t>(items)), local),
               local);
}

// [sums]
// v1, v2, v4: a work-item for each result. v3, v5: a group for GROUP results of one transform.
harness::Run one_launch(const Fourier& problem, const Step& step, const Recipe& /*recipe*/,
                        const Workbench& bench) {
  const int n = problem.shape.lengths[0], count = static_cast<int>(problem.shape.count());
  cl::Kernel kernel =
      bench.kernel(step.kernel_file, "fourier_" + step.name, direction_options(problem));
  Launches launches(bench);
  if (bench.values.count("GROUP") == 0) {
    common::set_args(kernel, problem.input, bench.output, cl_int{n}, cl_int{count});
    add_items(launches, bench, kernel, count);
  } else {
    common::set_args(kernel, problem.input, bench.output, cl_int{n});
    const auto group = value<std::size_t>(bench.values, "GROUP");
    launches.add(kernel,
                 cl::NDRange(common::round_up(static_cast<std::size_t>(n), group),
                             static_cast<std::size_t>(problem.shape.batch)),
                 cl::NDRange(group, 1));
  }
  return launches.run();
}
// [/sums]

// [stages]
// A launch for each prime factor.
harness::Run a_launch_each(const Fourier& problem, const Step& step, const Recipe& recipe,
                           const Workbench& bench) {
  const int n = problem.shape.lengths[0], count = static_cast<int>(problem.shape.count());
  std::vector<int> primes;
  for (int rest = n, p = 2; rest > 1; p += rest % p == 0 ? 0 : p * p > rest ? rest - p : 1)
    if (rest % p == 0) {
      primes.push_back(p);
      rest /= p;
    }
  if (primes.empty()) // N = 1
    primes.push_back(1);
  Launches launches(bench);
  cl::Buffer between[2] = {launches.buffer(8 * problem.shape.count()),
                           launches.buffer(8 * problem.shape.count())};
  int before = 1;
  for (std::size_t s = 0; s < primes.size(); ++s) {
    cl::Kernel kernel =
        bench.kernel(step.kernel_file, "fourier_" + step.name, direction_options(problem));
    const cl::Buffer& from = s == 0 ? problem.input : between[s % 2];
    const cl::Buffer& to = s + 1 == primes.size() ? bench.output : between[(s + 1) % 2];
    if (recipe.butterflies)
      common::set_args(kernel, from, to, cl_int{n / 2}, cl_int{before}, cl_int{count / 2});
    else
      common::set_args(kernel, from, to, cl_int{n}, cl_int{primes[s]}, cl_int{before},
                       cl_int{count});
    add_items(launches, bench, kernel, recipe.butterflies ? count / 2 : count);
    before *= primes[s];
  }
  return launches.run();
}
// [/stages]

// [planned]
constexpr std::int64_t hopper_local_bytes = 227 * 1024;

// The same kernel, whose local array `numbers` has so many bytes: see harness/lab/changed_ptx.hpp.
cl::Kernel enlarged(const Workbench& bench, const cl::Kernel& kernel, std::int64_t bytes) {
  harness::PtxChanges changes{"sm_90a"};
  changes.local_bytes["numbers"] = static_cast<std::size_t>(bytes);
  const cl::Kernel changed(
      harness::through_ptx(kernel.getInfo<CL_KERNEL_PROGRAM>(), bench.session.device, changes,
                           bench.kernels != nullptr ? harness::talkative(bench.session.device)
                                                    : ""),
      kernel.getInfo<CL_KERNEL_FUNCTION_NAME>().c_str());
  if (bench.kernels != nullptr)
    bench.kernels->back() = changed;
  return changed;
}

Design design_of(const Step& step, const Recipe& recipe, const Workbench& bench) {
  const Values& values = bench.values;
  Design design = fft::design_for(bench.session.device);
  design.lanes = value(values, "LANES", 0);
  design.table = design.lanes > 0;
  design.kernel = recipe.columns      ? "23_fourier/c1_lanes.cl"
                  : recipe.own_passes ? step.kernel_file
                                      : "23_fourier/v14_lines.cl";
  design.columns = recipe.columns ? step.kernel_file : "";
  design.points = value(values, "POINTS", 16);
  design.longest = value(values, "LONGEST", 4096);
  design.apart = std::min(design.longest, value(values, "APART", design.longest));
  design.group = value(values, "GROUP", 0);
  design.side = value(values, "SIDE", 1);
  design.cached = value(values, "CACHED", 0) << 20;
  design.convolve = Design::never;
  design.gaps = design.fresh = design.prefetch = design.stream = false;
  design.pairs_bytes = 0;
  design.wide = value(values, "WIDE", 0);
  if (recipe.nvidia) {
    design.local_bytes = hopper_local_bytes;
    design.enlarge = [&bench](const cl::Kernel& kernel, std::int64_t bytes) {
      return enlarged(bench, kernel, bytes);
    };
  }
  if (recipe.design)
    recipe.design(design);
  return design;
}

harness::Run planned(const Fourier& problem, const Step& step, const Recipe& recipe,
                     const Workbench& bench) {
  const fft::Builder build = [&bench](const std::string& file, const std::string& function,
                                      const std::string& options) {
    return bench.kernel(file, function, options);
  };
  const auto plan =
      std::make_shared<fft::Plan>(bench.session.context, bench.session.device, problem.shape,
                                  problem.direction, design_of(step, recipe, bench), build);
  return [plan, in = problem.input, out = bench.output, queue = bench.session.queue] {
    return plan->enqueue(queue, in, out);
  };
}
// [/planned]

using Launcher = harness::Run (*)(const Fourier&, const Step&, const Recipe&, const Workbench&);

Step make_step(const Fourier& problem, Step step, const Recipe& recipe, Launcher launcher) {
  if (step.kernel_file.empty())
    step.kernel_file = fmt::format("23_fourier/{}_{}.cl", step.id, step.name);
  step.obstacle = [&problem, recipe](const cl::Device& device, const Values& values) {
    return obstacle(problem, recipe, device, values);
  };
  step.accesses = [&problem, file = step.kernel_file](const Values& values) {
    return harness::stated_counts(file, problem.size(),
                                  problem.direction == Direction::forward ? "" : "inverse", values);
  };
  if (recipe.error != 1.0)
    step.check = [&problem, recipe](std::span<const std::byte> output) {
      return problem.check_with(recipe.error, output);
    };
  step.prepare = [&problem, step, recipe, launcher](const Workbench& bench) {
    return launcher(problem, step, recipe, bench);
  };
  return step;
}

} // namespace

std::vector<Step> Fourier::steps() const {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, what distinguishes it, and what launches it.
  const auto add = [&](Step step, const Recipe& recipe, Launcher launcher = planned) {
    steps.push_back(make_step(*this, std::move(step), recipe, launcher));
  };

  // [sums-table]
  const double terms = 0.5 * std::sqrt(static_cast<double>(shape.lengths[0])) + 4.0; // of each sum
  const Recipe sums{.needs = Recipe::sums, .any_length = true, .error = terms};
  const std::vector<harness::Parameter> groups{{"GROUP", {32, 64, 128, 256}}};
  const std::vector<Values> group_presets{{{"GROUP", 64}}, {{"GROUP", 16}}, {{"GROUP", 1}}};
  add({.id = "v1",
       .name = "naive",
       .change = "the definition: a work-item for each result, sums in global memory"},
      sums, one_launch);
  add({.id = "v2", .name = "hoisted", .change = "private sums, one sine and one cosine for a term"},
      sums, one_launch);
  add({.id = "v3",
       .name = "local",
       .change = "the input in local memory: loaded once for a group",
       .parameters = groups,
       .presets = group_presets},
      sums, one_launch);
  add({.id = "v4", .name = "vectors", .change = "four terms at once, with vectors", .parent = "v2"},
      sums, one_launch);
  add({.id = "v5",
       .name = "vectors_local",
       .change = "four terms at once, from local memory",
       .parameters = groups,
       .presets = group_presets},
      sums, one_launch);
  // [/sums-table]

  // [fast-table]
  add({.id = "v6",
       .name = "radix2",
       .change = "the fast transform: N log N, a launch for each of log2 N stages"},
      {.needs = Recipe::one_axis, .butterflies = true}, a_launch_each);
  add({.id = "v7",
       .name = "levels",
       .change = "a whole line in local memory: one launch for up to 2048 numbers",
       .presets = {{{"POINTS", 2}, {"LONGEST", 2048}}}},
      {});
  add({.id = "v8",
       .name = "radix4",
       .change = "four numbers in the registers of a work-item: half the exchanges",
       .kernel_file = "23_fourier/v7_levels.cl",
       .presets = {{{"POINTS", 4}, {"LONGEST", 2048}}},
       .changed_parameters = {"POINTS"}},
      {});
  const std::vector<Values> sixteen{{{"POINTS", 16}, {"LONGEST", 4096}}};
  add({.id = "v9",
       .name = "radix16",
       .change = "sixteen of them: two exchanges for 4096 numbers",
       .kernel_file = "23_fourier/v7_levels.cl",
       .presets = sixteen,
       .changed_parameters = {"POINTS", "LONGEST"}},
      {});
  add({.id = "v10",
       .name = "halves",
       .change = "real parts, then imaginary parts: half the local memory",
       .presets = sixteen},
      {});
  add({.id = "v11",
       .name = "padded",
       .change = "gaps in local memory, so that no bank is asked twice",
       .presets = sixteen},
      {});
  add({.id = "v12",
       .name = "powers",
       .change = "one sine for a butterfly: its turns are powers of one",
       .presets = sixteen},
      {});
  add({.id = "v13", .name = "table", .change = "that one turn from a table", .presets = sixteen},
      {.design = [](Design& design) { design.table = true; }});
  // [/fast-table]

  // [lines-table]
  const std::vector<harness::Parameter> shapes{
      {"GROUP", {64, 128, 256, 512}}, {"SIDE", {4, 8, 16}}, {"APART", {256, 512, 1024, 2048}}};
  const Values values{
      {"POINTS", 16}, {"LONGEST", 4096}, {"APART", 2048}, {"GROUP", 256}, {"SIDE", 8}};
  const auto changed = [](Values some, const Values& others) {
    for (const auto& [name, number] : others)
      some[name] = number;
    return std::vector<Values>{some};
  };
  add({.id = "v14",
       .name = "lines",
       .change =
           "several lines for a group: full warps, and runs of memory instead of single numbers",
       .parameters = shapes,
       .presets = {values},
       .parent = "v12"},
      {});
  std::vector<harness::Parameter> cached_shapes = shapes;
  cached_shapes.push_back({"CACHED", {2, 4, 8, 16, 24}});
  add({.id = "v15",
       .name = "cached",
       .change = "two passes over a part of the batch that fits into the cache",
       .kernel_file = "23_fourier/v14_lines.cl",
       .parameters = cached_shapes,
       .presets = changed(values, {{"CACHED", 16}})},
      {});
  add({.id = "v16",
       .name = "whole",
       .change = "NVIDIA only: all local memory of a unit, for lines of up to 16384 numbers",
       .kernel_file = "23_fourier/v14_lines.cl",
       .parameters = shapes,
       .presets = changed(values, {{"LONGEST", 16384}, {"APART", 4096}}),
       .parent = "v14",
       .changed_parameters = {"LONGEST", "APART"}},
      {.nvidia = true});
  // Quotient and remainder of two arguments become a `freeze`, which the search for uninitialised values does not know: hence
  // float3_sums, here and below.
  const auto gaps = [](Design& design) { design.gaps = true; };
  const auto pairs = [](Design& design) {
    design.gaps = true;
    design.pairs_bytes = design.enlarge ? design.local_bytes / 2 : design.local_bytes;
  };
  add({.id = "v17",
       .name = "gaps",
       .change = "gaps in local memory that suit the radices: the host counts conflicts",
       .kernel_file = "23_fourier/v14_lines.cl",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true,
       .parent = "v14"},
      {.any_length = true, .design = gaps});
  add({.id = "v18",
       .name = "pairs",
       .change = "both parts of a number at once again, where there is room: half the barriers",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true},
      {.any_length = true, .design = pairs});
  add({.id = "v19",
       .name = "radix32",
       .change = "NVIDIA only: radices up to 32 for lines of up to 16384 numbers",
       .kernel_file = "23_fourier/v18_pairs.cl",
       .parameters = shapes,
       .presets = changed(values, {{"LONGEST", 16384}, {"WIDE", 32}}),
       .changed_parameters = {"LONGEST"}},
      {.any_length = true, .nvidia = true, .design = pairs});
  // [/lines-table]

  // [lengths-table]
  add({.id = "m1",
       .name = "stages",
       .change = "any N: a launch for each prime factor, a sum of as many terms",
       .float3_sums = true,
       .parent = "v6"},
      {.needs = Recipe::one_axis, .any_length = true, .error = terms}, a_launch_each);
  add({.id = "m2",
       .name = "mixed",
       .change = "radices up to 16 with all primes up to 13",
       .kernel_file = "23_fourier/v14_lines.cl",
       .parameters = shapes,
       .presets = {values},
       .parent = "v14"},
      {.any_length = true});
  add({.id = "m3",
       .name = "bluestein",
       .change = "any N as a convolution of a power of two",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true,
       .parent = "m2"},
      {.any_length = true,
       .own_passes = false,
       .error = 4.0, // transforms of four times the length, and two more products
       .design = [](Design& design) {
         design.convolve = Design::always;
         design.one_launch = false;
       }});
  add({.id = "m4",
       .name = "one_convolution",
       .change = "the whole convolution in one launch, where it fits into local memory",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true},
      {.any_length = true, .own_passes = false, .error = 4.0, .design = [](Design& design) {
         design.convolve = Design::always;
       }});
  add({.id = "m5",
       .name = "own_gaps",
       .change = "the gaps of v17 for the lengths of a convolution",
       .kernel_file = "23_fourier/m4_one_convolution.cl",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true},
      {.any_length = true, .own_passes = false, .error = 4.0, .design = [](Design& design) {
         design.convolve = Design::always;
         design.gaps = true;
       }});
  const auto fresh = [](Design& design) {
    design.convolve = Design::always;
    design.gaps = design.fresh = true;
    if (design.enlarge)
      design.pairs_bytes = design.local_bytes / 2;
  };
  add({.id = "m6",
       .name = "fresh",
       .change = "the turns of the second transform anew: registers for numbers instead",
       .kernel_file = "23_fourier/m4_one_convolution.cl",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true},
      {.any_length = true, .own_passes = false, .error = 4.0, .design = fresh});
  add({.id = "m7",
       .name = "wide",
       .change = "radices up to 32 for long lines: fewer exchanges",
       .kernel_file = "23_fourier/m4_one_convolution.cl",
       .parameters = shapes,
       .presets = changed(values, {{"WIDE", 32}}),
       .float3_sums = true},
      {.any_length = true, .own_passes = false, .error = 4.0, .design = fresh});
  add({.id = "m8",
       .name = "roomy",
       .change = "NVIDIA only: both parts of a number at once, in all local memory of a unit",
       .kernel_file = "23_fourier/m4_one_convolution.cl",
       .parameters = shapes,
       .presets = changed(values, {{"WIDE", 32}}),
       .float3_sums = true},
      {.any_length = true, .nvidia = true, .own_passes = false, .error = 4.0, .design = fresh});
  add({.id = "r1",
       .name = "as_complex",
       .change = "real numbers as complex ones, and half of the results dropped",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true,
       .parent = "m4"},
      {.any_length = true,
       .real = true,
       .own_passes = false,
       .error = 4.0,
       .design = [](Design& design) {
         design.convolve = Design::needed;
         design.packed = false;
       }});
  add({.id = "r2",
       .name = "packed",
       .change = "two real numbers as a complex one: half the price",
       .parameters = shapes,
       .presets = {values},
       .float3_sums = true},
      {.any_length = true,
       .real = true,
       .own_passes = false,
       .error = 4.0,
       .design = [](Design& design) { design.convolve = Design::needed; }});
  add({.id = "c1",
       .name = "lanes",
       .change = "for CPUs: a line in each lane of a vector",
       .parameters = {{"LONGEST", {1024, 2048, 4096, 8192}}, {"APART", {256, 512, 1024, 2048}}},
       .presets = {{{"POINTS", 8}, {"LONGEST", 4096}, {"APART", 1024}, {"LANES", 16}}},
       .parent = "v14",
       .changed_parameters = {"POINTS", "APART"}},
      {.any_length = true, .cpu = true});
  const std::vector<Values> lanes = steps.back().presets;
  add({.id = "c2",
       .name = "columns",
       .change = "for CPUs: a line's own columns in the lanes: it stays in the first-level cache",
       .presets = lanes,
       .float3_sums = true},
      {.cpu = true, .columns = true});
  add({.id = "c3",
       .name = "prefetch",
       .change = "for CPUs: the next columns, or lines, come while these are computed",
       .kernel_file = "23_fourier/c2_columns.cl",
       .presets = lanes,
       .float3_sums = true},
      {.any_length = true, .cpu = true, .columns = true, .design = [](Design& design) {
         design.prefetch = true;
       }});
  add({.id = "c4",
       .name = "stream",
       .change = "for CPUs: results pass by the caches",
       .kernel_file = "23_fourier/c2_columns.cl",
       .presets = lanes,
       .float3_sums = true},
      {.cpu = true, .columns = true, .design = [](Design& design) {
         design.prefetch = design.stream = true;
       }});
  // [/lengths-table]
  return steps;
}

} // namespace fourier
