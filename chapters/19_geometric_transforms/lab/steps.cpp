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
};
// [/recipe]

cl::NDRange range(int x, int y) {
  return {static_cast<std::size_t>(x), static_cast<std::size_t>(y)};
}

cl::NDRange work_of(const Recipe& recipe, const Warp& in, const Values& v) {
  if (v.count("TILE_X") != 0)
    return range(ceil_div(in.width(), v.at("TILE_X")), ceil_div(in.height(), v.at("TILE_Y")));
  const int rows = value(v, "ROWS");
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
  const std::size_t tile =
      v.count("TILE") == 0 ? 0
                           : sizeof(float) * static_cast<std::size_t>(v.at("TILE") * in.channels());
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
  const cl::NDRange local =
      recipe.fixed_group ? group : common::fit_local_size(bench.session.device, kernel, group);
  launches.add(kernel, common::round_up(work_of(recipe, in, v), local), local);
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
    const cl::NDRange local = common::fit_local_size(
        bench.session.device, halve, range(bench.values.at("LX"), bench.values.at("LY")));
    launches.add(halve,
                 common::round_up(range(levels[level + 1].s[1], levels[level + 1].s[2]), local),
                 local);
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
    for (const auto& [kernel, lines] :
         {std::pair(rows, in.height()), std::pair(columns, in.width() + 1)}) {
      const cl::NDRange local =
          common::fit_local_size(bench.session.device, kernel, cl::NDRange(32));
      launches.add(kernel, common::round_up(cl::NDRange(static_cast<std::size_t>(lines)), local),
                   local);
    }
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
  std::vector<Values> all{{{"LX", compact ? 8 : 32}, {"LY", compact ? 32 : 8}},
                          {{"LX", compact ? 4 : 16}, {"LY", compact ? 16 : 4}},
                          {{"LX", 1}, {"LY", 1}}};
  for (Values& values : all)
    values.insert(own.begin(), own.end());
  return all;
}

const std::vector<harness::Parameter> group_parameters{{"LX", {4, 8, 16, 32, 64}},
                                                       {"LY", {1, 2, 4, 8, 16, 32}}};

std::vector<harness::Parameter> group_and(const std::vector<harness::Parameter>& own) {
  std::vector<harness::Parameter> all = group_parameters;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

} // namespace

std::vector<Step> steps_for(const Warp& problem) {
  std::vector<Step> steps;
  // A step; its parent is the one before it unless `parent` names another.
  const auto add = [&](const std::string& id, const std::string& name, const std::string& change,
                       const Recipe& recipe, const std::vector<Values>& presets,
                       const std::vector<harness::Parameter>& parameters = group_parameters,
                       const std::string& parent = "", const std::string& file_of = "") -> Step& {
    const std::string file =
        fmt::format("19_geometric_transforms/{}.cl", file_of.empty() ? id + "_" + name : file_of);
    Step step{id, name, change, file, parameters, presets};
    step.parent = parent;
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
    if (recipe.mixes)
      step.check = [&problem](std::span<const std::byte> output) {
        return problem.check_to(output, problem.reference(),
                                images::sampler_step(std::max(problem.width(), problem.height())));
      };
    steps.push_back(std::move(step));
    return steps.back();
  };

  // [buffers]
  const std::vector<Values> rows = groups(false), patches = groups(true);
  Recipe any{.knows_affine = false};
  add("v1", "naive", "the inverse map: each output asks the matrix where it comes from", any, rows);
  add("v2", "reciprocal", "one division for both coordinates", any, rows);
  const Recipe plain;
  add("v3", "affine", "a kernel of its own for affine maps, which divides nothing", plain, rows);
  add("v4", "interior", "one test for all pixels of a filter, not one for each", plain, rows);
  add("v5", "patches",
      "v4 in groups of 8 x 32: neighbours in a group lie in a patch, not in a line", plain, patches,
      group_parameters, "v4", "v4_interior")
      .changed_parameters = {"LX", "LY"};
  add("v6", "four", "four outputs side by side for each work-item, as in the thesis", {.side = 4},
      rows, group_parameters, "v4");
  const harness::Parameter several{"ROWS", {2, 4, 8}};
  const Recipe fixed{.fixed_group = true};
  add("v7", "apart", "four outputs for each work-item, a group's height apart", fixed,
      groups(true, {{"ROWS", 4}}), group_and({several}), "v5");
  // Square patches: what a long one shows, turned, fits no tile.
  add("v8", "staged", "the rectangle that a group needs is copied to local memory first", fixed,
      groups(false, {{"ROWS", 4}, {"TILE", 2560}}),
      group_and({several, {"TILE", {1280, 2560, 5120}}}))
      .changed_parameters = {"LX", "LY"};
  add("v9", "fixed", "places as 64-bit whole numbers, exact wherever they are",
      {.fixed_point = true}, patches, group_parameters, "v5");
  // [/buffers]

  // [images]
  Recipe image{.image = true};
  add("i1", "image", "reads of an image, whose sampler knows what lies outside", image, patches,
      group_parameters, "v5");
  image.mixes = true;
  add("i2", "sampler", "linear reads: the sampler mixes four pixels", image, patches);
  Recipe four = image;
  four.side = 4;
  add("i3", "sampler_four", "four outputs side by side for each work-item: the thesis' kernel",
      four, patches);
  image.fixed_group = true;
  add("i4", "sampler_apart", "four outputs for each work-item, a group's height apart", image,
      groups(true, {{"ROWS", 4}}), group_and({several}), "i2");
  add("i5", "quads", "four work-items side by side compute a square", image,
      groups(true, {{"ROWS", 4}}), group_and({several}));
  image.both = true;
  add("i6", "both", "half of the outputs through the sampler, the others by loads from a buffer",
      image, groups(true, {{"ROWS", 4}, {"SAMPLED", 2}}),
      group_and({several, {"SAMPLED", {1, 2, 3}}}), "i4");
  four.both = true;
  add("i7", "both_four", "i3 and i6: of four neighbours, half through the sampler", four,
      groups(true, {{"SAMPLED", 2}}), group_and({{"SAMPLED", {1, 2, 3}}}), "i3");
  // [/images]

  // [area]
  add("a1", "samples", "the mean of 4 x 4 places in each output's square",
      {.area = Recipe::samples}, groups(true, {{"SAMPLES", 4}}),
      group_and({{"SAMPLES", {2, 4, 8}}}), "v5");
  add("a2", "mip", "pictures that become smaller by halves: eight reads whatever the scale",
      {.area = Recipe::halves}, patches)
      .check = [&problem](std::span<const std::byte> output) {
    return problem.check_to(
        output, warp_by_halves(problem.image(), problem.map(), problem.width(), problem.height()),
        1e-5);
  };
  add("a3", "summed", "a table of sums: any rectangle from 16 numbers",
      {.area = Recipe::rectangles}, patches)
      .check = [&problem](std::span<const std::byte> output) {
    return problem.check_to(
        output,
        warp_by_rectangles(problem.image(), problem.map(), problem.width(), problem.height()),
        1e-5);
  };
  // [/area]

  // [cpu]
  const std::vector<harness::Parameter> tiles{{"TILE_X", {64, 128, 256, 512, 1024}},
                                              {"TILE_Y", {1, 4, 8, 16, 32, 64}}};
  const std::vector<Values> tile{{{"TILE_X", 128}, {"TILE_Y", 64}}};
  add("c1", "rows", "for CPUs: along a row, sixteen outputs at a time, tested at both ends", plain,
      tile, tiles, "v4");
  Recipe vectors;
  vectors.vectors = true;
  add("c2", "vectors", "sixteen outputs as one vector, whose pixels are read in pairs", vectors,
      tile, tiles);
  add("c3", "gathers", "the processor's own instruction for reads that are not side by side",
      vectors, tile, tiles);
  // [/cpu]
  return steps;
}

} // namespace transforms
