// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/device.hpp"
#include "recipe.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace convolution {
namespace {

using harness::Accesses;
using harness::Step;
using harness::Values;

bool wants_literals(const Recipe& recipe, const Values& v) {
  return recipe.knows == Recipe::weights && value(v, "LITERALS") == 1;
}

// [build-options]
std::string build_options(const Recipe& recipe, const Operands& in, const Values& v) {
  static const char* const names[] = {"VALID", "ZERO", "CLAMP", "REFLECT", "WRAP"};
  const Filter& filter = in.setup.filter;
  std::string options = fmt::format("-DCHANNELS={} -DBORDER=BORDER_{}", in.image.channels,
                                    names[static_cast<int>(in.setup.border)]);
  if (recipe.knows >= Recipe::width)
    options += fmt::format(" -DFILTER_W={}", filter.width);
  if (recipe.knows >= Recipe::size)
    options += fmt::format(" -DFILTER_H={}", filter.height);
  if (recipe.vectors)
    options += fmt::format(" -DALIGNED={:d}", in.out_width * in.image.channels % 4 == 0);
  if (wants_literals(recipe, v))
    options += " -DWEIGHTS=" + literals(filter);
  return options;
}
// [/build-options]

// [obstacle]
// Constraints as code: what the search of --tune leaves out, and the presets fall back from.
std::string obstacle(const Recipe& recipe, const Operands& in, const cl::Device& device,
                     const Values& v) {
  const std::size_t filter_bytes = taps(in) * sizeof(float);
  const auto constant_memory = device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
  if (recipe.constant_filter && filter_bytes > constant_memory)
    return fmt::format("the filter needs {} bytes of constant memory: this device has {}",
                       filter_bytes, constant_memory);
  const Filter& filter = in.setup.filter;
  if (recipe.knows >= Recipe::width &&
      std::max(filter.width, filter.height) > largest_filter_extent)
    return fmt::format("writes out rows of at most {} weights: this filter is {}x{}",
                       largest_filter_extent, filter.width, filter.height);
  if (v.count("LX") == 0)
    return "";
  const cl::NDRange wanted(static_cast<std::size_t>(value(v, "LX")),
                           static_cast<std::size_t>(value(v, "LY")));
  if (harness::is_simulator(device) && harness::range_size(wanted) > 16)
    return "on the simulator only small work-groups show what happens between two of them";
  const std::string largest = common::range_text(common::fit_local_size(device, {}, wanted));
  if (largest != common::range_text(wanted))
    return fmt::format("needs work-groups of {}: this device has {} at most",
                       common::range_text(wanted), largest);
  const auto available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (const std::size_t bytes = tile_bytes(recipe, in, v); bytes > available)
    return fmt::format("the tile of a work-group of {} needs {} bytes of local memory: this device "
                       "has {}",
                       common::range_text(wanted), bytes, available);
  return "";
}
// [/obstacle]

// [in-place]
// A work-item reads pixels whose outputs others write, in no order: in place would be a race.
void refuse_in_place(const cl::Buffer& input, const cl::Buffer& output) {
  // A sub-buffer is a part of the memory of another one.
  const auto first_byte = [](const cl::Buffer& buffer) {
    const cl::Memory whole = buffer.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>();
    return std::pair(whole() ? whole() : buffer(), buffer.getInfo<CL_MEM_OFFSET>());
  };
  const auto [in_memory, in_first] = first_byte(input);
  const auto [out_memory, out_first] = first_byte(output);
  if (in_memory == out_memory && in_first < out_first + output.getInfo<CL_MEM_SIZE>() &&
      out_first < in_first + input.getInfo<CL_MEM_SIZE>())
    throw common::UsageError("the output lies in the input's memory: the kernels would read pixels "
                             "that are overwritten already; give the output a buffer of its own.");
}
// [/in-place]

// [launcher]
Step make_step(const Convolution& problem, Step step, Recipe recipe) {
  step.kernel_file = fmt::format("16_convolution/{}_{}.cl", step.id, step.name);
  step.obstacle = [&problem, recipe](const cl::Device& device, const Values& values) {
    return obstacle(recipe, problem.operands(), device, values);
  };
  step.prepare = [&problem, recipe, file = step.kernel_file](const harness::Workbench& bench) {
    const Operands in = problem.operands();
    const Filter& filter = in.setup.filter;
    const Values& v = bench.values;
    const cl::Buffer& input = recipe.aligned_rows ? in.aligned_rows : in.input;
    refuse_in_place(input, bench.output);
    cl::Kernel kernel = bench.kernel(file, "convolve", build_options(recipe, in, v));
    cl_uint n = 0;
    kernel.setArg(n++, input);
    kernel.setArg(n++, in.image.width);
    kernel.setArg(n++, in.image.height);
    if (recipe.aligned_rows)
      kernel.setArg(n++, in.pitch);
    if (!wants_literals(recipe, v))
      kernel.setArg(n++, in.filter);
    if (recipe.knows < Recipe::width)
      kernel.setArg(n++, filter.width);
    if (recipe.knows < Recipe::size)
      kernel.setArg(n++, filter.height);
    kernel.setArg(n++, bench.output);
    if (recipe.tile_is_argument)
      kernel.setArg(n++, cl::Local(tile_bytes(recipe, in, v)));

    const cl::NDRange work(static_cast<std::size_t>(items_across(recipe, in, v)),
                           static_cast<std::size_t>(items_down(in, v)));
    const cl::Device& device = bench.session.device;
    const cl::NDRange local = v.count("LX") == 0
                                  ? common::fit_local_size(device, kernel, {16, 16})
                                  : cl::NDRange(static_cast<std::size_t>(value(v, "LX")),
                                                static_cast<std::size_t>(value(v, "LY")));
    const cl::NDRange global = common::round_up(work, local);
    // The built kernel may need more of the device than its tile alone: registers, say.
    if (const std::string reason = common::launch_problem(device, kernel, global, local);
        !reason.empty())
      throw common::Skip(reason);
    return harness::Run([=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, global, local)};
    });
  };
  step.accesses = [&problem, recipe](const Values& values) {
    // Loads from a table of literals depend on how many of them the compiler has made numbers.
    using Counts = std::map<std::string, Accesses>;
    return wants_literals(recipe, values)
               ? Counts{}
               : Counts{{"convolve", accesses_of(recipe, problem.operands(), values)}};
  };
  return step;
}
// [/launcher]

// --- the parameters ------------------------------------------------------------------------------

Values group(int lx, int ly) {
  return {{"LX", lx}, {"LY", ly}};
}

Values group(int lx, int ly, const char* name, int number) {
  return {{"LX", lx}, {"LY", ly}, {name, number}};
}

Values wide(int lx, int ly, int width, int rows) {
  return {{"LX", lx}, {"LY", ly}, {"WIDTH", width}, {"ROWS", rows}};
}

Values tuned(int lx, int ly, int rows, int tile, int literals) {
  return {{"LX", lx}, {"LY", ly}, {"ROWS", rows}, {"TILE", tile}, {"LITERALS", literals}};
}

} // namespace

std::string literals(const Filter& filter) {
  std::string text;
  for (const float weight : filter.weights)
    text += fmt::format("{}{:a}f", text.empty() ? "" : ",", weight);
  return text;
}

std::vector<Step> steps_for(const Convolution& problem) {
  std::vector<Step> steps;
  const auto add = [&](Step step, const Recipe& recipe) {
    steps.push_back(make_step(problem, std::move(step), recipe));
  };

  // [steps]
  Recipe plain;
  plain.constant_filter = false;
  plain.private_sum = false;
  plain.accesses = [](const Operands& in, const Values&) { return window_accesses(in); };
  add({"v1", "naive", "the definition: one work-item for each output pixel"}, plain);

  const std::vector<harness::Parameter> groups{{"LX", {8, 16, 32, 64}},
                                               {"LY", {1, 2, 4, 8, 16, 32}}};
  const std::vector<Values> squares{group(16, 16), group(8, 8), group(4, 4), group(2, 2),
                                    group(1, 1)};
  Recipe tiled = plain;
  tiled.tile = Recipe::exact;
  tiled.tile_is_argument = true;
  add({"v2", "local_tile",
       "a work-group first copies the pixels it needs into local memory: each is loaded once", "",
       groups, squares},
      tiled);
  // [/steps]

  // [memory]
  plain.private_sum = true;
  add({"v3", "accumulator",
       "v1 with the sum in a register: one store for each output, not one for each product"},
      plain);
  plain.constant_filter = true;
  add({"v4", "constant", "the filter in constant memory: one load hands a weight to a whole group"},
      plain);
  tiled.private_sum = true;
  tiled.constant_filter = true;
  add({"v5", "dynamic_tile", "tile, register and constant memory together; sizes at run time", "",
       groups, squares},
      tiled);
  // [/memory]

  // [rows]
  tiled.aligned_rows = true;
  tiled.tile = Recipe::aligned;
  std::vector<harness::Parameter> aligned_groups = groups;
  aligned_groups.push_back({"ALIGN", {4, 8, 16, 32}});
  const std::vector<Values> aligned_squares{group(16, 16, "ALIGN", 16), group(32, 8, "ALIGN", 16),
                                            group(8, 8, "ALIGN", 8), group(4, 4, "ALIGN", 4),
                                            group(1, 1, "ALIGN", 4)};
  add({"v6", "aligned_rows", "rows of image and tile start at aligned addresses: fewer segments",
       "", aligned_groups, aligned_squares},
      tiled);
  tiled.tile = Recipe::float4s;
  add({"v7", "float4_tile", "the tile is loaded in float4s: a quarter of the load instructions", "",
       aligned_groups, aligned_squares},
      tiled);
  tiled.knows = Recipe::width;
  add({"v8", "unroll_inner", "the filter's width is known: the inner loop is written out", "",
       aligned_groups, aligned_squares},
      tiled);
  tiled.knows = Recipe::size;
  tiled.tile = Recipe::multiple_of_4;
  tiled.tile_is_argument = false;
  add({"v9",
       "unroll_both",
       "every size is known: the sum is one straight line of multiply-adds",
       "",
       groups,
       {group(32, 8), group(16, 16), group(8, 8), group(4, 4), group(1, 1)}},
      tiled);
  // [/rows]

  // [blocks]
  std::vector<harness::Parameter> parameters{
      {"LX", {8, 16, 32, 64}}, {"LY", {1, 2, 4, 8, 16}}, {"ROWS", {1, 2, 3, 4, 6, 8}}};
  const std::vector<Values> columns{group(32, 4, "ROWS", 4), group(16, 4, "ROWS", 4),
                                    group(8, 4, "ROWS", 4), group(4, 2, "ROWS", 2),
                                    group(1, 1, "ROWS", 1)};
  add({"v10", "column", "ROWS outputs for each work-item: what is read once goes into all of them",
       "", parameters, columns},
      tiled);
  tiled.vectors = true;
  add({"v11", "block", "4 x ROWS outputs from float4s in registers: local loads nearly vanish", "",
       parameters, columns},
      tiled);

  Recipe direct;
  direct.knows = Recipe::size;
  direct.aligned_rows = true;
  direct.vectors = true;
  direct.accesses = [](const Operands& in, const Values& v) {
    return direct_accesses(in, v, false);
  };
  add({"v12",
       "no_tile",
       "no tile, no barrier: after v11 the first-level cache does as well",
       "",
       parameters,
       {group(32, 4, "ROWS", 6), group(16, 4, "ROWS", 4), group(1, 1, "ROWS", 2)}},
      direct);
  Recipe sliding = direct;
  sliding.accesses = [](const Operands& in, const Values& v) {
    return direct_accesses(in, v, true);
  };
  add({"v13",
       "sliding_window",
       "the window slides down a strip: each of its rows is loaded once",
       "",
       {{"LX", {8, 16, 32, 64}}, {"LY", {1, 2, 4}}, {"STRIP", {16, 32, 64, 128}}},
       {group(32, 1, "STRIP", 32), group(8, 1, "STRIP", 16), group(1, 1, "STRIP", 4)}},
      sliding);
  // [/blocks]

  // [wide]
  Recipe vectors = direct;
  vectors.accesses = wide_accesses;
  add({"v14",
       "wide_vectors",
       "for CPUs: blocks as wide as a vector register, loaded from wherever they lie",
       "",
       {{"LX", {8, 16, 64}}, {"LY", {1, 2}}, {"WIDTH", {4, 8, 16}}, {"ROWS", {4, 6, 8, 10, 12}}},
       {wide(64, 1, 16, 8), wide(32, 1, 8, 4), wide(16, 1, 4, 2), wide(1, 1, 4, 2)}},
      vectors);
  // [/wide]

  // [literals]
  direct.knows = Recipe::weights;
  add({"v15",
       "literals",
       "the weights are numbers in the program: no loads, no registers for them",
       "",
       parameters,
       {group(32, 4, "ROWS", 8), group(16, 4, "ROWS", 4), group(1, 1, "ROWS", 2)}},
      direct);

  Recipe all = tiled;
  all.knows = Recipe::weights;
  all.accesses = [](const Operands& in, const Values& v) { return direct_accesses(in, v, false); };
  parameters.push_back({"TILE", {0, 1}});
  parameters.push_back({"LITERALS", {0, 1}});
  // Small filters read the image directly; larger ones share a tile; the largest, whose loops stay
  // loops, gain nothing from literals.
  const std::size_t weights = problem.operands().setup.filter.weights.size();
  const Values best = weights <= 121    ? tuned(32, 4, 8, 0, 1)
                      : weights <= 1024 ? tuned(16, 16, 2, 1, 1)
                                        : tuned(32, 4, 4, 0, 0);
  add({"v16",
       "tuned",
       "every idea that paid, each with a switch: --tune chooses",
       "",
       parameters,
       {best, tuned(16, 4, 4, 0, 1), tuned(4, 2, 2, 1, 0), tuned(1, 1, 2, 0, 0)}},
      all);
  // [/literals]
  return steps;
}

} // namespace convolution
