// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/launches.hpp"
#include "recipe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace convolution {
namespace {

using harness::Counts;
using harness::Step;
using harness::Values;

// [build-options]
std::string build_options(const Recipe& recipe, const Operands& in) {
  const Filter& filter = in.setup.filter;
  std::string options =
      fmt::format("-DCHANNELS={} -DBORDER={}", in.image.channels, border_macro(in.setup.border));
  if (recipe.knows >= Recipe::width)
    options += fmt::format(" -DFILTER_W={}", filter.width);
  if (recipe.knows >= Recipe::size)
    options += fmt::format(" -DFILTER_H={}", filter.height);
  if (recipe.vectors)
    options += fmt::format(" -DALIGNED={:d}", in.out_width * in.image.channels % 4 == 0);
  if (recipe.knows == Recipe::weights)
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
  if (harness::is_simulator(device) && value(v, "LX") * value(v, "LY") > 16)
    return "on the simulator only small work-groups show what happens between two of them";
  return harness::group_obstacle(device, group_of(recipe, in, v), tile_bytes(recipe, in, v));
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
    cl::Kernel kernel = bench.kernel(file, "convolve", build_options(recipe, in));
    harness::Launches launches(bench);
    cl_uint n = 0;
    kernel.setArg(n++, input);
    kernel.setArg(n++, in.image.width);
    kernel.setArg(n++, in.image.height);
    if (recipe.aligned_rows)
      kernel.setArg(n++, in.pitch);
    std::array<cl::Buffer, 2> list;
    if (recipe.offsets) {
      WeightList host = weight_list(filter, value(v, "LX") + filter.width - 1);
      const cl_mem_flags copied = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
      list = {cl::Buffer(bench.session.context, copied, sizeof(float) * host.weights.size(),
                         host.weights.data()),
              cl::Buffer(bench.session.context, copied, sizeof(cl_int) * host.offsets.size(),
                         host.offsets.data())};
      launches.keep(list[0]);
      launches.keep(list[1]);
    }
    if (recipe.knows != Recipe::weights)
      kernel.setArg(n++, recipe.offsets ? list[0] : in.filter);
    if (recipe.knows < Recipe::width)
      kernel.setArg(n++, filter.width);
    if (recipe.knows < Recipe::size)
      kernel.setArg(n++, filter.height);
    kernel.setArg(n++, bench.output);
    if (recipe.tile_is_argument)
      kernel.setArg(n++, cl::Local(tile_bytes(recipe, in, v)));
    if (recipe.offsets) {
      kernel.setArg(n++, list[1]);
      kernel.setArg(n++, static_cast<cl_int>(list[1].getInfo<CL_MEM_SIZE>() / sizeof(cl_int)));
    }

    const cl::NDRange work(static_cast<std::size_t>(items_across(recipe, in, v)),
                           static_cast<std::size_t>(items_down(in, v)));
    const cl::Device& device = bench.session.device;
    const cl::NDRange local = v.count("LX") == 0 ? common::fit_local_size(device, kernel, {32, 8})
                                                 : group_of(recipe, in, v);
    cl::NDRange global = common::round_up(work, local);
    if (recipe.idle_rim) // a group for each block of outputs
      for (const auto& [d, block] : {std::pair(0, value(v, "LX")), std::pair(1, value(v, "LY"))})
        global.get()[d] = (work.get()[d] + block - 1) / block * local.get()[d];
    return launches.add(kernel, global, local).run();
  };
  step.accesses = [&problem, recipe](const Values& values) {
    // Loads from a table of literals depend on how many of them the compiler has made numbers.
    return recipe.knows == Recipe::weights
               ? Counts{}
               : Counts{{"convolve", accesses_of(recipe, problem.operands(), values)}};
  };
  return step;
}
// [/launcher]

// --- the parameters ------------------------------------------------------------------------------

// The same presets for every step with work-groups of its own: from step to step only `own` parameters come and go.
// 32 wide: a warp of a GPU then reads 32 neighbours in a row of the tile, each from a bank of its own.
using Own = std::map<std::string, std::array<int, 5>>;

std::vector<Values> presets(const Own& own = {}) {
  std::vector<Values> all{{{"LX", 32}, {"LY", 8}},
                          {{"LX", 16}, {"LY", 8}},
                          {{"LX", 8}, {"LY", 8}},
                          {{"LX", 4}, {"LY", 4}},
                          {{"LX", 1}, {"LY", 1}}};
  for (const auto& [name, values] : own)
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i][name] = values[i];
  return all;
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
  // A row of the table: the step as it is listed, and what distinguishes its launch and its promise.
  const auto add = [&](Step step, const Recipe& recipe) {
    steps.push_back(make_step(problem, std::move(step), recipe));
  };

  // [steps]
  add({.id = "v1",
       .name = "naive",
       .change = "the definition: one work-item for each output pixel"},
      {.constant_filter = false, .private_sum = false, .accesses = window_accesses});
  const std::vector<harness::Parameter> groups{{"LX", {8, 16, 32, 64}},
                                               {"LY", {1, 2, 4, 8, 16, 32}}};
  add({.id = "v2",
       .name = "local_tile",
       .change =
           "a work-group first copies the pixels it needs into local memory: each is loaded once",
       .parameters = groups,
       .presets = presets()},
      {.tile = Recipe::exact,
       .tile_is_argument = true,
       .constant_filter = false,
       .private_sum = false});
  add({.id = "v2b",
       .name = "idle_rim",
       .change =
           "the group is as large as the tile: each work-item copies one pixel, the rim computes "
           "nothing",
       .parameters = groups,
       .presets = presets(),
       .parent = "v2",
       .changed_parameters = {"LX", "LY"}},
      {.tile = Recipe::exact,
       .tile_is_argument = true,
       .idle_rim = true,
       .constant_filter = false,
       .private_sum = false});
  // [/steps]

  // [memory]
  add({.id = "v3",
       .name = "accumulator",
       .change =
           "v1 with the sum in a register: one store for each output, not one for each product",
       .parent = "v1"},
      {.constant_filter = false, .accesses = window_accesses});
  add({.id = "v4",
       .name = "constant",
       .change = "the filter in constant memory: one load hands a weight to a whole group"},
      {.accesses = window_accesses});
  add({.id = "v5",
       .name = "dynamic_tile",
       .change = "tile, register and constant memory together; sizes at run time",
       .parameters = groups,
       .presets = presets()},
      {.tile = Recipe::exact, .tile_is_argument = true});
  add({.id = "v5b",
       .name = "offsets",
       .change =
           "the filter is a list of its weights that are not zero: it need not be a rectangle",
       .parameters = groups,
       .presets = presets()},
      {.tile = Recipe::exact, .tile_is_argument = true, .offsets = true});
  // [/memory]

  // [rows]
  std::vector<harness::Parameter> aligned_groups = groups;
  aligned_groups.push_back({"ALIGN", {4, 8, 16, 32}});
  const std::vector<Values> aligned = presets({{"ALIGN", {4, 4, 4, 4, 4}}});
  add({.id = "v6",
       .name = "aligned_rows",
       .change = "rows of image and tile start at aligned addresses: fewer segments",
       .parameters = aligned_groups,
       .presets = aligned,
       .parent = "v5"},
      {.aligned_rows = true, .tile = Recipe::aligned, .tile_is_argument = true});
  add({.id = "v7",
       .name = "float4_tile",
       .change = "the tile is loaded in float4s: a quarter of the load instructions",
       .parameters = aligned_groups,
       .presets = aligned},
      {.aligned_rows = true, .tile = Recipe::float4s, .tile_is_argument = true});
  add({.id = "v8",
       .name = "unroll_inner",
       .change = "the filter's width is known: the inner loop is written out",
       .parameters = aligned_groups,
       .presets = aligned},
      {.knows = Recipe::width,
       .aligned_rows = true,
       .tile = Recipe::float4s,
       .tile_is_argument = true});
  add({.id = "v9",
       .name = "unroll_both",
       .change = "every size is known: the sum is one straight line of multiply-adds",
       .parameters = groups,
       .presets = presets()},
      {.knows = Recipe::size, .aligned_rows = true, .tile = Recipe::multiple_of_4});
  // [/rows]

  // [blocks]
  const std::vector<harness::Parameter> parameters{
      {"LX", {8, 16, 32, 64}}, {"LY", {1, 2, 4, 8, 16}}, {"ROWS", {1, 2, 3, 4, 6, 8}}};
  const std::vector<Values> blocks = presets({{"ROWS", {4, 4, 4, 2, 1}}});
  add({.id = "v10",
       .name = "column",
       .change = "ROWS outputs for each work-item: what is read once goes into all of them",
       .parameters = parameters,
       .presets = blocks},
      {.knows = Recipe::size, .aligned_rows = true, .tile = Recipe::multiple_of_4});
  add({.id = "v11",
       .name = "block",
       .change = "4 x ROWS outputs from float4s in registers: local loads nearly vanish",
       .parameters = parameters,
       .presets = blocks},
      {.knows = Recipe::size,
       .aligned_rows = true,
       .vectors = true,
       .tile = Recipe::multiple_of_4});
  add({.id = "v12",
       .name = "no_tile",
       .change = "no tile, no barrier: after v11 the first-level cache does as well",
       .parameters = parameters,
       .presets = blocks},
      {.knows = Recipe::size, .aligned_rows = true, .vectors = true, .accesses = direct_accesses});
  add({.id = "v13",
       .name = "sliding_window",
       .change = "the window slides down a strip: each of its rows is loaded once",
       .parameters = {{"LX", {8, 16, 32, 64}}, {"LY", {1, 2, 4, 8}}, {"STRIP", {16, 32, 64, 128}}},
       .presets = presets({{"STRIP", {32, 32, 32, 8, 4}}})},
      {.knows = Recipe::size, .aligned_rows = true, .vectors = true, .accesses = sliding_accesses});
  // [/blocks]

  // [literals]
  const Recipe literals{
      .knows = Recipe::weights, .aligned_rows = true, .vectors = true, .accesses = direct_accesses};
  add({.id = "v14",
       .name = "literals",
       .change = "the weights are numbers in the program: no loads, no registers for them",
       .parameters = parameters,
       .presets = blocks,
       .parent = "v12"},
      literals);
  add({.id = "v15",
       .name = "tile_literals",
       .change = "v11's tile with the literals: a large filter is written out once, not twice",
       .parameters = parameters,
       .presets = blocks,
       .parent = "v11"},
      {.knows = Recipe::weights,
       .aligned_rows = true,
       .vectors = true,
       .tile = Recipe::multiple_of_4});
  add({.id = "v16",
       .name = "zeros",
       .change = "v14 without the products whose weight is zero: they leave no instruction behind",
       .parameters = parameters,
       .presets = blocks,
       .parent = "v14"},
      literals);
  // [/literals]

  // [pairs]
  std::vector<harness::Parameter> pair_parameters = parameters;
  pair_parameters.back() = {"ROWS", {2, 4, 6, 8}};
  add({.id = "v17",
       .name = "three_products",
       .change =
           "two outputs from three products instead of four: less arithmetic than the definition",
       .parameters = pair_parameters,
       .presets = presets({{"ROWS", {4, 4, 4, 2, 2}}}),
       // The roof is that of the definition's operations. This step has fewer, so it is not read against it.
       .check = [&problem](std::span<const std::byte> output) { return problem.check(output); },
       .parent = "v15",
       .changed_parameters = {"LX", "LY", "ROWS"}}, // its tile is larger: it falls back alone
      {.knows = Recipe::weights,
       .aligned_rows = true,
       .vectors = true,
       .tile = Recipe::multiple_of_4,
       .pairs = true});
  // [/pairs]

  // [wide]
  const auto block = [](int lx, int width, int rows) {
    return Values{{"LX", lx}, {"LY", 1}, {"WIDTH", width}, {"ROWS", rows}};
  };
  const std::vector<harness::Parameter> wide_parameters{
      {"LX", {1, 8, 16, 64}}, {"LY", {1, 2}}, {"WIDTH", {4, 8, 16}}, {"ROWS", {4, 6, 8, 10, 12}}};
  const std::vector<Values> wide_blocks{block(64, 16, 8), block(32, 8, 4), block(16, 4, 2),
                                        block(1, 4, 2)};
  add({.id = "c1",
       .name = "wide_vectors",
       .change = "for CPUs: blocks as wide as a vector register, loaded from wherever they lie",
       .parameters = wide_parameters,
       .presets = wide_blocks,
       .parent = "v12",
       .changed_parameters = {"LX", "LY", "ROWS"}},
      {.knows = Recipe::size, .aligned_rows = true, .vectors = true, .accesses = wide_accesses});
  add({.id = "c2",
       .name = "wide_literals",
       .change = "the weights are numbers in the program: those that are zero leave no instruction "
                 "behind",
       .parameters = wide_parameters,
       .presets = wide_blocks},
      {.knows = Recipe::weights, .aligned_rows = true, .vectors = true, .accesses = wide_accesses});
  // [/wide]
  return steps;
}

} // namespace convolution
