// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "warp.hpp"

#include "chapters/17_images_and_samplers/lab/formats.hpp"
#include "common/launch.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace transforms {
namespace {

using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;
using harness::with;

// [recipe]
// In which a step differs from the others.
struct Recipe {
  bool image = false;       ///< reads an image, not a buffer
  bool mixes = false;       ///< and lets the sampler mix
  bool both = false;        ///< and the buffer, too
  int side = 1;             ///< outputs of a work-item side by side
  bool fixed_group = false; ///< the kernel is written for groups of LX x LY
  bool knows_affine = true; ///< affine maps have a kernel of their own; else all are projective
  bool fixed_point = false; ///< coordinates are 64-bit integers
  bool vectors = false;     ///< of sixteen floats: linear and grey
  enum Area { none, samples, halves, rectangles } area = none;
  std::string file = {}; ///< the kernel file of another step; else the step's own
};
// [/recipe]

cl::NDRange range(int x, int y) {
  return {static_cast<std::size_t>(x), static_cast<std::size_t>(y)};
}

cl::NDRange work_of(const Recipe& recipe, const Warp& in, const Values& v) {
  if (v.count("TILE_X") != 0)
    return range(ceil_div(in.width(), v.at("TILE_X")), ceil_div(in.height(), v.at("TILE_Y")));
  const int rows = value(v, "ROWS");
  if (v.count("COLUMNS") != 0)
    return range(ceil_div(in.width(), v.at("COLUMNS") * v.at("LX")) * v.at("LX"),
                 ceil_div(in.height(), rows * v.at("LY")) * v.at("LY"));
  return range(ceil_div(in.width(), recipe.side),
               rows == 1 ? in.height() : ceil_div(in.height(), rows * v.at("LY")) * v.at("LY"));
}

std::string build_options(const Recipe& recipe, const Warp& in) {
  const Filter filter = recipe.area == Recipe::none ? in.filter() : Filter::linear;
  return fmt::format("-DCHANNELS={} -DFILTER={} -DAFFINE={:d}", in.channels(),
                     static_cast<int>(filter), recipe.knows_affine && in.map().is_affine());
}

// [obstacle]
std::string obstacle(const Recipe& recipe, const Warp& in, const cl::Device& device,
                     const Values& v) {
  if ((recipe.area != Recipe::none) != (in.filter() == Filter::area))
    return recipe.area != Recipe::none
               ? "averages: this is the filter area, and --filter says another"
               : "has no filter area: a1, a2 and a3 have";
  if (recipe.fixed_point && !in.map().is_affine())
    return "adds whole numbers, and never divides: this map is not affine";
  if (recipe.fixed_point && in.filter() != Filter::linear && in.filter() != Filter::nearest)
    return "has the filters nearest and linear only";
  if (recipe.vectors && (in.filter() != Filter::linear || in.channels() != 1))
    return "has vectors of sixteen grey pixels, and the filter linear only";
  if (recipe.image)
    if (std::string reason = in.no_image(device); !reason.empty())
      return reason;
  if (!recipe.fixed_group)
    return "";
  const int pixels = v.count("TILE") != 0    ? v.at("TILE")
                     : v.count("PITCH") != 0 ? v.at("PITCH") * v.at("LINES")
                                             : 0;
  const std::size_t tile = sizeof(float) * static_cast<std::size_t>(pixels * in.channels());
  return harness::group_obstacle(device, range(v.at("LX"), v.at("LY")), tile, 64);
}
// [/obstacle]

// [launcher]
// warp(input, width, height, matrix, output, output width, output height): the arguments of most kernels.
void add_warp(harness::Launches& launches, const harness::Workbench& bench, const Recipe& recipe,
              const Warp& in, cl::Kernel kernel, cl_uint argument) {
  kernel.setArg(argument++, recipe.fixed_point ? in.fixed() : in.matrix());
  kernel.setArg(argument++, bench.output);
  kernel.setArg(argument++, cl_int{in.width()});
  kernel.setArg(argument++, cl_int{in.height()});
  const Values& v = bench.values;
  const cl::NDRange group = v.count("LX") == 0 ? range(1, 1) : range(v.at("LX"), v.at("LY"));
  if (recipe.fixed_group)
    launches.add(kernel, common::round_up(work_of(recipe, in, v), group), group);
  else
    launches.add_items(kernel, work_of(recipe, in, v), group);
}

// [halves]
// The pictures that become smaller by halves lie behind each other in one buffer.
harness::Run prepare_halves(const std::string& file, const Recipe& recipe, const Warp& in,
                            const harness::Workbench& bench) {
  std::vector<cl_int4> levels;
  int offset = 0;
  for (int w = in.width(), h = in.height(), level = 0;;
       w = ceil_div(w, 2), h = ceil_div(h, 2), ++level) {
    levels.push_back({{level == 0 ? 0 : offset, w, h, 0}});
    offset += level == 0 ? 0 : w * h;
    if (w == 1 && h == 1)
      break;
  }
  harness::Launches launches(bench);
  const cl::Buffer pyramid =
      launches.buffer(sizeof(float) * harness::numbers(std::max(offset, 1), 1, in.channels()));
  const cl::Buffer sizes(bench.session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                         levels.size() * sizeof(cl_int4), levels.data());
  launches.keep(sizes);
  const std::string options = build_options(recipe, in);
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
    cl::Kernel halve = bench.kernel(file, "halve", options);
    common::set_args(halve, in.input(), pyramid, sizes, static_cast<cl_int>(level));
    launches.add_items(halve, range(levels[level + 1].s[1], levels[level + 1].s[2]),
                       range(bench.values.at("LX"), bench.values.at("LY")));
  }
  cl::Kernel warp = bench.kernel(file, "warp", options);
  common::set_args(warp, in.input(), pyramid, sizes, static_cast<cl_int>(levels.size() - 1));
  add_warp(launches, bench, recipe, in, warp, 4);
  return launches.run();
}
// [/halves]

harness::Run prepare(const std::string& file, const Recipe& recipe, const Warp& in,
                     const harness::Workbench& bench) {
  if (recipe.area == Recipe::halves)
    return prepare_halves(file, recipe, in, bench);
  harness::Launches launches(bench);
  const std::string options = build_options(recipe, in);
  cl::Buffer input = in.input();
  if (recipe.area == Recipe::rectangles) {
    input = launches.buffer(4 * harness::numbers(in.width() + 1, in.height() + 1, in.channels()));
    cl::Kernel rows = bench.kernel(file, "rows", options),
               columns = bench.kernel(file, "columns", options);
    common::set_args(rows, in.input(), cl_int{in.width()}, cl_int{in.height()}, input);
    common::set_args(columns, input, cl_int{in.width()}, cl_int{in.height()});
    launches.add_items(rows, cl::NDRange(static_cast<std::size_t>(in.height())), cl::NDRange(32));
    launches.add_items(columns, cl::NDRange(static_cast<std::size_t>(in.width() + 1)),
                       cl::NDRange(32));
  }
  cl::Kernel warp = bench.kernel(file, "warp", options);
  cl_uint argument = 0;
  if (recipe.image)
    warp.setArg(argument++, in.image_on_device());
  if (!recipe.image || recipe.both)
    warp.setArg(argument++, input);
  warp.setArg(argument++, cl_int{in.width()});
  warp.setArg(argument++, cl_int{in.height()});
  add_warp(launches, bench, recipe, in, warp, argument);
  return launches.run();
}
// [/launcher]

// The same groups for every step that has them: long ones in rows, or compact ones.
std::vector<Values> groups(bool compact, const Values& own = {}) {
  return with({{{"LX", compact ? 8 : 32}, {"LY", compact ? 32 : 8}},
               {{"LX", compact ? 4 : 16}, {"LY", compact ? 16 : 4}},
               {{"LX", 1}, {"LY", 1}}},
              own);
}

// What is compared with something else than the problem's reference.
common::Comparison check(const Recipe& recipe, const Warp& in, std::span<const std::byte> output) {
  if (recipe.mixes)
    return in.check_to(output, in.reference(),
                       images::sampler_step(std::max(in.width(), in.height())));
  const auto by = recipe.area == Recipe::halves ? warp_by_halves : warp_by_rectangles;
  return in.check_to(output, by(in.image(), in.map(), in.width(), in.height()), 1e-5);
}

} // namespace

std::vector<Step> steps_for(const Warp& problem) {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, and what distinguishes its launch.
  const auto add = [&](Step step, const Recipe& recipe = {}) {
    step.kernel_file = fmt::format("19_geometric_transforms/{}.cl",
                                   recipe.file.empty() ? step.id + "_" + step.name : recipe.file);
    const std::string file = step.kernel_file;
    step.images = recipe.image;
    step.prepare = [&problem, recipe, file](const harness::Workbench& bench) {
      return prepare(file, recipe, problem, bench);
    };
    step.obstacle = [&problem, recipe](const cl::Device& device, const Values& values) {
      return obstacle(recipe, problem, device, values);
    };
    step.accesses = [&problem, file](const Values& values) {
      return harness::stated_counts(
          file, fmt::format("{}, {}", problem.size(), problem.label()),
          fmt::format("{} {}", filter_names().at(static_cast<std::size_t>(problem.filter())),
                      problem.channels() == 1 ? "grey" : "RGBA"),
          values);
    };
    if (recipe.mixes || recipe.area == Recipe::halves || recipe.area == Recipe::rectangles)
      step.check = [&problem, recipe](std::span<const std::byte> output) {
        return check(recipe, problem, output);
      };
    steps.push_back(std::move(step));
  };

  // [buffers]
  const std::vector<harness::Parameter> group{{"LX", {4, 8, 16, 32, 64}},
                                              {"LY", {1, 2, 4, 8, 16, 32}}};
  const harness::Parameter several{"ROWS", {2, 4, 8}};
  const std::vector<Values> rows = groups(false), patches = groups(true),
                            strips = groups(true, {{"ROWS", 4}});
  add({.id = "v1",
       .name = "naive",
       .change = "the inverse map: each output asks the matrix where it comes from",
       .parameters = group,
       .presets = rows},
      {.knows_affine = false});
  add({.id = "v2",
       .name = "reciprocal",
       .change = "one division for both coordinates",
       .parameters = group,
       .presets = rows},
      {.knows_affine = false});
  add({.id = "v3",
       .name = "affine",
       .change = "a kernel of its own for affine maps, which divides nothing",
       .parameters = group,
       .presets = rows});
  add({.id = "v4",
       .name = "interior",
       .change = "one test for all pixels of a filter, not one for each",
       .parameters = group,
       .presets = rows});
  add({.id = "v5",
       .name = "patches",
       .change = "v4 in groups of 8 x 32: neighbours in a group lie in a patch, not in a line",
       .parameters = group,
       .presets = patches,
       .parent = "v4",
       .changed_parameters = {"LX", "LY"}},
      {.file = "v4_interior"});
  add({.id = "v6",
       .name = "four",
       .change = "four outputs side by side for each work-item, as in the thesis",
       .parameters = group,
       .presets = rows,
       .parent = "v4"},
      {.side = 4});
  add({.id = "v7",
       .name = "apart",
       .change = "four outputs for each work-item, a group's height apart",
       .parameters = with(group, {several}),
       .presets = strips,
       .parent = "v5"},
      {.fixed_group = true});
  // Square patches: what a long one shows, turned, fits no tile.
  add({.id = "v8",
       .name = "staged",
       .change = "the rectangle that a group needs is copied to local memory first",
       .parameters = with(group, {several, {"TILE", {1280, 2560, 5120}}}),
       .presets = groups(false, {{"ROWS", 4}, {"TILE", 2560}}),
       .changed_parameters = {"LX", "LY"}},
      {.fixed_group = true});
  add({.id = "v9",
       .name = "fixed",
       .change = "places as 64-bit whole numbers, exact wherever they are",
       .parameters = group,
       .presets = patches,
       .parent = "v5"},
      {.fixed_point = true});
  // Lines of 92 numbers: neighbours in a column lie in other banks. A patch of 64 x 48 fits at every angle.
  const std::vector<harness::Parameter> tiles_of_fours =
      with(group, {{"ROWS", {3, 4, 6, 12}},
                   {"COLUMNS", {2, 4}},
                   {"PITCH", {60, 88, 92, 100, 124}},
                   {"LINES", {48, 84, 96}}});
  const auto patch_of = [](int lx, int ly, int rows, int columns) {
    return Values{{"LX", lx},           {"LY", ly},    {"ROWS", rows},
                  {"COLUMNS", columns}, {"PITCH", 92}, {"LINES", 84}};
  };
  add({.id = "v10",
       .name = "fours",
       .change = "v8's copy, four pixels at a time; places that count from the tile",
       .parameters = tiles_of_fours,
       .presets = {patch_of(16, 16, 3, 4), patch_of(16, 4, 12, 4), patch_of(1, 1, 12, 4)},
       .parent = "v8",
       .changed_parameters = {"LX", "LY", "ROWS"}},
      {.fixed_group = true});
  add({.id = "v11",
       .name = "async",
       .change = "copies that pass by the registers, through PTX on NVIDIA's GPUs",
       .parameters = tiles_of_fours,
       .presets = {patch_of(16, 8, 6, 4), patch_of(16, 4, 12, 4), patch_of(1, 1, 12, 4)},
       .changed_parameters = {"LY", "ROWS"}},
      {.fixed_group = true});
  add({.id = "v12",
       .name = "whole",
       .change = "one test for all outputs of a patch, not one for each",
       .parameters = tiles_of_fours,
       .presets = harness::with(
           {patch_of(16, 8, 6, 4), patch_of(16, 4, 12, 4), patch_of(1, 1, 12, 4)}, {{"WHOLE", 1}}),
       .changed_parameters = {"WHOLE"}},
      {.fixed_group = true, .file = "v11_async"});
  // [/buffers]

  // [images]
  add({.id = "i1",
       .name = "image",
       .change = "reads of an image, whose sampler knows what lies outside",
       .parameters = group,
       .presets = patches,
       .parent = "v5"},
      {.image = true});
  add({.id = "i2",
       .name = "sampler",
       .change = "linear reads: the sampler mixes four pixels",
       .parameters = group,
       .presets = patches},
      {.image = true, .mixes = true});
  add({.id = "i3",
       .name = "sampler_four",
       .change = "four outputs side by side for each work-item: the thesis' kernel",
       .parameters = group,
       .presets = patches},
      {.image = true, .mixes = true, .side = 4});
  add({.id = "i4",
       .name = "sampler_apart",
       .change = "four outputs for each work-item, a group's height apart",
       .parameters = with(group, {several}),
       .presets = strips,
       .parent = "i2"},
      {.image = true, .mixes = true, .fixed_group = true});
  add({.id = "i5",
       .name = "quads",
       .change = "four work-items side by side compute a square",
       .parameters = with(group, {several}),
       .presets = strips},
      {.image = true, .mixes = true, .fixed_group = true});
  const harness::Parameter sampled{"SAMPLED", {1, 2, 3}};
  add({.id = "i6",
       .name = "both",
       .change = "half of the outputs through the sampler, the others by loads from a buffer",
       .parameters = with(group, {several, sampled}),
       .presets = groups(true, {{"ROWS", 4}, {"SAMPLED", 2}}),
       .parent = "i4"},
      {.image = true, .mixes = true, .both = true, .fixed_group = true});
  add({.id = "i7",
       .name = "both_four",
       .change = "i3 and i6: of four neighbours, half through the sampler",
       .parameters = with(group, {sampled}),
       .presets = groups(true, {{"SAMPLED", 2}}),
       .parent = "i3"},
      {.image = true, .mixes = true, .both = true, .side = 4});
  // [/images]

  // [area]
  add({.id = "a1",
       .name = "samples",
       .change = "the mean of 4 x 4 places in each output's square",
       .parameters = with(group, {{"SAMPLES", {2, 4, 8}}}),
       .presets = groups(true, {{"SAMPLES", 4}}),
       .parent = "v5"},
      {.area = Recipe::samples});
  add({.id = "a2",
       .name = "mip",
       .change = "pictures that become smaller by halves: eight reads whatever the scale",
       .parameters = group,
       .presets = patches},
      {.area = Recipe::halves});
  add({.id = "a3",
       .name = "summed",
       .change = "a table of sums: any rectangle from 16 numbers",
       .parameters = group,
       .presets = patches},
      {.area = Recipe::rectangles});
  // [/area]

  // [cpu]
  const std::vector<harness::Parameter> tiles{{"TILE_X", {64, 128, 256, 512, 1024}},
                                              {"TILE_Y", {1, 4, 8, 16, 32, 64}}};
  const std::vector<Values> tile{{{"TILE_X", 128}, {"TILE_Y", 64}}};
  add({.id = "c1",
       .name = "rows",
       .change = "for CPUs: along a row, sixteen outputs at a time, tested at both ends",
       .parameters = tiles,
       .presets = tile,
       .parent = "v4"});
  add({.id = "c2",
       .name = "vectors",
       .change = "sixteen outputs as one vector, whose pixels are read in pairs",
       .parameters = tiles,
       .presets = tile},
      {.vectors = true});
  add({.id = "c3",
       .name = "gathers",
       .change = "the processor's own instruction for reads that are not side by side",
       .parameters = tiles,
       .presets = tile},
      {.vectors = true});
  // [/cpu]
  return steps;
}

} // namespace transforms
