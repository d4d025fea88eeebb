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

// What a step is for.
struct Recipe {
  enum { sums, one_axis, lines } needs = lines; ///< sums: N * N steps
  bool powers_of_two = true;
  bool real = false, cpu = false, nvidia = false;
  double error = 1.0; ///< against a fast transform's
  /// How a plan is made; else `run`.
  std::function<void(Design&)> design = nullptr;
  std::function<harness::Run(const Fourier&, const Step&, const Workbench&)> run = nullptr;
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
  if (recipe.needs == Recipe::one_axis && recipe.powers_of_two && lengths[0] < 2)
    return "made for 2 numbers at least: this is one";
  if (recipe.needs == Recipe::sums && lengths[0] > largest_int_product)
    return fmt::format("N * N steps: for N up to {}", largest_int_product);
  if (recipe.powers_of_two && !recipe.real)
    for (const int n : lengths)
      if (!is_power_of_two(n))
        return fmt::format("made for powers of two: {} is none", n);
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
harness::Run one_launch(const Fourier& problem, const Step& step, const Workbench& bench) {
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
// v6, m1: a launch for each prime factor. `work` numbers come from each work-item.
harness::Run a_launch_each(const Fourier& problem, const Step& step, const Workbench& bench) {
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
    if (step.id == "v6")
      common::set_args(kernel, from, to, cl_int{n / 2}, cl_int{before}, cl_int{count / 2});
    else
      common::set_args(kernel, from, to, cl_int{n}, cl_int{primes[s]}, cl_int{before},
                       cl_int{count});
    add_items(launches, bench, kernel, step.id == "v6" ? count / 2 : count);
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
      "fourier_pass");
  if (bench.kernels != nullptr)
    bench.kernels->back() = changed;
  return changed;
}

Design design_of(const Step& step, const Recipe& recipe, const Workbench& bench) {
  const Values& values = bench.values;
  Design design = fft::design_for(bench.session.device);
  design.lanes = value(values, "LANES", 0);
  design.table = design.lanes > 0;
  const bool own_passes = step.id[0] == 'v' || step.id == "m2" || step.id[0] == 'c';
  design.kernel = own_passes ? step.kernel_file : "23_fourier/v14_lines.cl";
  design.points = value(values, "POINTS", 16);
  design.longest = value(values, "LONGEST", 4096);
  design.apart = std::min(design.longest, value(values, "APART", design.longest));
  design.group = value(values, "GROUP", 0);
  design.side = value(values, "SIDE", 1);
  design.cached = value(values, "CACHED", 0) << 20;
  design.convolve = Design::never;
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

} // namespace

std::vector<Step> Fourier::steps() const {
  std::vector<Step> steps;
  Recipe recipe;
  std::vector<harness::Parameter> parameters;
  std::vector<Values> presets{Values{}};
  std::string file;
  const auto add = [&](const std::string& id, const std::string& name, const std::string& change,
                       const std::string& parent = "",
                       const std::vector<std::string>& changed = {}) {
    Step step{id,         name,
              change,     "23_fourier/" + (file.empty() ? id + "_" + name : file) + ".cl",
              parameters, presets};
    step.parent = parent;
    step.changed_parameters = changed;
    // Quotient and remainder of two arguments become a `freeze`, which the search for uninitialised values does not know.
    step.float3_sums = id == "m1" || id == "m3" || id == "m4" || id[0] == 'r';
    step.obstacle = [this, recipe](const cl::Device& device, const Values& values) {
      return obstacle(*this, recipe, device, values);
    };
    step.prepare = [this, step, recipe](const Workbench& bench) {
      return recipe.run ? recipe.run(*this, step, bench) : planned(*this, step, recipe, bench);
    };
    step.accesses = [this, file = step.kernel_file](const Values& values) {
      return harness::stated_counts(file, size(), direction == Direction::forward ? "" : "inverse",
                                    values);
    };
    if (recipe.error != 1.0)
      step.check = [this, recipe](std::span<const std::byte> output) {
        return check_with(recipe.error, output);
      };
    steps.push_back(step);
  };

  // [sums-table]
  recipe.needs = Recipe::sums;
  recipe.powers_of_two = false;
  const double recipe_of_sums =
      0.5 * std::sqrt(static_cast<double>(shape.lengths[0])) + 4.0; // a sum of N terms
  recipe.error = recipe_of_sums;
  recipe.run = one_launch;
  add("v1", "naive", "the definition: a work-item for each result, sums in global memory");
  add("v2", "hoisted", "private sums, one sine and one cosine for a term");
  const std::vector<harness::Parameter> groups{{"GROUP", {32, 64, 128, 256}}};
  const std::vector<Values> group_presets{{{"GROUP", 64}}, {{"GROUP", 16}}, {{"GROUP", 1}}};
  parameters = groups;
  presets = group_presets;
  add("v3", "local", "the input in local memory: loaded once for a group");
  parameters.clear();
  presets = {Values{}};
  add("v4", "vectors", "four terms at once, with vectors", "v2");
  parameters = groups;
  presets = group_presets;
  add("v5", "vectors_local", "four terms at once, from local memory");
  // [/sums-table]

  // [fast-table]
  recipe = Recipe{};
  recipe.needs = Recipe::one_axis;
  recipe.run = a_launch_each;
  parameters.clear();
  presets = {Values{}};
  add("v6", "radix2", "the fast transform: N log N, a launch for each of log2 N stages");
  recipe = Recipe{};
  const auto with = [&](const Values& values) {
    presets = {values};
    parameters.clear();
    if (values.count("GROUP") != 0)
      parameters = {
          {"GROUP", {64, 128, 256, 512}}, {"SIDE", {4, 8, 16}}, {"APART", {256, 512, 1024, 2048}}};
  };
  with({{"POINTS", 2}, {"LONGEST", 2048}});
  add("v7", "levels", "a whole line in local memory: one launch for up to 2048 numbers");
  file = "v7_levels";
  with({{"POINTS", 4}, {"LONGEST", 2048}});
  add("v8", "radix4", "four numbers in the registers of a work-item: half the exchanges", "",
      {"POINTS"});
  with({{"POINTS", 16}, {"LONGEST", 4096}});
  add("v9", "radix16", "sixteen of them: two exchanges for 4096 numbers", "",
      {"POINTS", "LONGEST"});
  file.clear();
  add("v10", "halves", "real parts, then imaginary parts: half the local memory");
  add("v11", "padded", "gaps in local memory, so that no bank is asked twice");
  add("v12", "powers", "one sine for a butterfly: its turns are powers of one");
  recipe.design = [](Design& design) { design.table = true; };
  add("v13", "table", "that one turn from a table");
  recipe.design = nullptr;
  const Values lines{
      {"POINTS", 16}, {"LONGEST", 4096}, {"APART", 2048}, {"GROUP", 256}, {"SIDE", 8}};
  with(lines);
  add("v14", "lines",
      "several lines for a group: full warps, and runs of memory instead of single numbers", "v12");
  file = "v14_lines";
  Values cached = lines;
  cached["CACHED"] = 16;
  with(cached);
  parameters.push_back({"CACHED", {2, 4, 8, 16, 24}});
  add("v15", "cached", "two passes over a part of the batch that fits into the cache");

  Values whole = lines;
  whole["LONGEST"] = 16384;
  whole["APART"] = 4096;
  with(whole);
  recipe.nvidia = true;
  add("v16", "whole", "NVIDIA only: all local memory of a unit, for lines of up to 16384 numbers",
      "v14", {"LONGEST", "APART"});
  recipe.nvidia = false;

  Recipe stages;
  stages.needs = Recipe::one_axis;
  stages.powers_of_two = false;
  stages.error = recipe_of_sums;
  stages.run = a_launch_each;
  const Recipe passes = recipe;
  recipe = stages;
  file.clear();
  parameters.clear();
  presets = {Values{}};
  add("m1", "stages", "any N: a launch for each prime factor, a sum of as many terms", "v6");
  recipe = passes;
  recipe.powers_of_two = false;
  file = "v14_lines";
  with(lines);
  add("m2", "mixed", "radices up to 16 with all primes up to 13", "v14");
  file.clear();
  recipe.error = 4.0; // transforms of four times the length, and two more products
  recipe.design = [](Design& design) {
    design.convolve = Design::always;
    design.one_launch = false;
  };
  add("m3", "bluestein", "any N as a convolution of a power of two", "m2");
  recipe.design = [](Design& design) { design.convolve = Design::always; };
  add("m4", "one_convolution",
      "the whole convolution in one launch, where it fits into local memory");
  recipe = Recipe{};
  recipe.real = true;
  recipe.powers_of_two = false;
  recipe.error = 4.0;
  recipe.design = [](Design& design) {
    design.convolve = Design::needed;
    design.packed = false;
  };
  add("r1", "as_complex", "real numbers as complex ones, and half of the results dropped", "m4");
  recipe.design = [](Design& design) { design.convolve = Design::needed; };
  add("r2", "packed", "two real numbers as a complex one: half the price");
  recipe = Recipe{};
  recipe.cpu = true;
  recipe.powers_of_two = false;
  with({{"POINTS", 8}, {"LONGEST", 4096}, {"APART", 1024}, {"LANES", 16}});
  parameters = {{"LONGEST", {1024, 2048, 4096, 8192}}, {"APART", {256, 512, 1024, 2048}}};
  add("c1", "lanes", "for CPUs: a line in each lane of a vector", "v14", {"POINTS", "APART"});
  // [/fast-table]
  return steps;
}

} // namespace fourier
