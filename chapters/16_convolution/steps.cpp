// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace convolution {
namespace {

using common::Accesses;
using common::Step;
using common::Values;
using Count = std::uint64_t;

int value(const Values& values, const char* name, int otherwise = 1) {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : found->second;
}

int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

int round_up(int a, int b) {
  return ceil_div(a, b) * b;
}

// [recipe]
// In which a step differs from the others.
struct Recipe {
  /// What a kernel knows about the filter when it is built. All else is an argument.
  enum Knows { nothing, width, size, weights } knows = nothing;
  bool aligned_rows = false; ///< reads rows that start `pitch` pixels apart
  /// A work-item computes floats of a row side by side, of whatever pixels, not one pixel: 4, or
  /// WIDTH. (And below each other: 1, or ROWS, or STRIP of them.)
  bool vectors = false;
  /// The tile in local memory. It starts with the first pixel that its group needs; or further left,
  /// at a multiple of ALIGN pixels, or of 4 floats. From `float4s` on it is loaded in float4s.
  enum Tile { none, exact, aligned, float4s, multiple_of_4 } tile = none;
  bool tile_is_argument = false;
  bool constant_filter = true;
  bool private_sum = true;
  /// The accesses, for those without a tile.
  std::function<Accesses(const Operands&, const Values&)> accesses = nullptr;
};
// [/recipe]

// --- sizes, in floats of a row unless something else is said --------------------------------------

int floats_across(const Recipe& recipe, const Operands& in, const Values& v) {
  return recipe.vectors ? value(v, "WIDTH", 4) : in.image.channels;
}

int rows_down(const Values& v) {
  return value(v, "ROWS", value(v, "STRIP"));
}

// Work-items that have something to compute.
int items_across(const Recipe& recipe, const Operands& in, const Values& v) {
  return ceil_div(in.out_width * in.image.channels, floats_across(recipe, in, v));
}

int items_down(const Operands& in, const Values& v) {
  return ceil_div(in.out_height, rows_down(v));
}

// To the left of the place of an output, and above.
int floats_before(const Operands& in) {
  return before(in.setup.filter.width, in.setup.border) * in.image.channels;
}

int rows_before(const Operands& in) {
  return before(in.setup.filter.height, in.setup.border);
}

// What outputs side by side need of a row; what outputs below each other need of rows.
int floats_needed(int outputs, const Operands& in) {
  return outputs + (in.setup.filter.width - 1) * in.image.channels;
}

int rows_needed(int outputs, const Operands& in) {
  return outputs + in.setup.filter.height - 1;
}

// WINDOW in the kernels: the same in whole float4s that start at a multiple of 4 floats.
int window(const Operands& in) {
  const int skip = round_up(floats_before(in), 4) - floats_before(in);
  return round_up(skip + floats_needed(4, in), 4);
}

// --- tiles -----------------------------------------------------------------------------------------

Recipe::Tile tile_of(const Recipe& recipe, const Values& v) {
  return value(v, "TILE") == 0 ? Recipe::none : recipe.tile;
}

// The tile starts, and its width is, a multiple of these.
int start_multiple(Recipe::Tile tile, const Operands& in, const Values& v) {
  return tile == Recipe::exact           ? in.image.channels
         : tile == Recipe::multiple_of_4 ? 4
                                         : value(v, "ALIGN") * in.image.channels;
}

int width_multiple(Recipe::Tile tile, const Operands& in) {
  return tile == Recipe::multiple_of_4 ? 4
         : tile == Recipe::float4s     ? 4 * in.image.channels
                                       : in.image.channels;
}

// Where the tile of the group in column `group` starts, and how wide it is.
struct Columns {
  int left;
  int count;
};

Columns tile_columns(const Recipe& recipe, const Operands& in, const Values& v, int group) {
  const int block = value(v, "LX") * floats_across(recipe, in, v);
  const int first = group * block - floats_before(in);
  const int multiple = start_multiple(recipe.tile, in, v);
  // Downwards, also from a negative number.
  const int left = first - (first % multiple + multiple) % multiple;
  return {left, round_up(first - left + floats_needed(block, in), width_multiple(recipe.tile, in))};
}

// Of the widest tile that can occur.
std::size_t tile_bytes(const Recipe& recipe, const Operands& in, const Values& v) {
  if (tile_of(recipe, v) == Recipe::none)
    return 0;
  const int block = value(v, "LX") * floats_across(recipe, in, v);
  const int skipped = start_multiple(recipe.tile, in, v) - in.image.channels;
  const int columns = round_up(skipped + floats_needed(block, in), width_multiple(recipe.tile, in));
  const int rows = rows_needed(value(v, "LY") * rows_down(v), in);
  return sizeof(float) * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
}

// --- what is accessed, as Oclgrind counts it -------------------------------------------------------

// How many of `count` places from `first` on have a pixel to load.
Count existing(int first, int count, int extent, Border border) {
  Count loads = 0;
  for (int i = first; i < first + count; ++i)
    loads += border_index(i, extent, border) >= 0 ? 1 : 0;
  return loads;
}

Count existing_rows(int first, int count, const Operands& in) {
  return existing(first, count, in.image.height, in.setup.border);
}

// The same for single floats of a row; only `from` may be negative.
Count existing_floats(int from, int count, const Operands& in) {
  const int channels = in.image.channels;
  Count loads = 0;
  for (int k = from; k < from + count; ++k) {
    const int pixel = (k - ((k % channels) + channels) % channels) / channels;
    loads += border_index(pixel, in.image.width, in.setup.border) >= 0 ? 1 : 0;
  }
  return loads;
}

bool inside_row(int from, int count, const Operands& in) {
  return from >= 0 && from + count <= in.image.width * in.image.channels;
}

// read_float4() of border.clh: one load where all is inside, else one for each float that exists.
Count float4_loads(Columns c, const Operands& in) {
  Count loads = 0;
  for (int k = c.left; k < c.left + c.count; k += 4)
    loads += inside_row(k, 4, in) ? 1 : existing_floats(k, 4, in);
  return loads;
}

// Whole vectors, and single floats in one that the end of the row cuts.
Count vector_stores(int across, const Operands& in) {
  const int row = in.out_width * in.image.channels;
  return static_cast<Count>(row / across + row % across) * static_cast<Count>(in.out_height);
}

Count taps(const Operands& in) {
  return in.setup.filter.weights.size();
}

Count outputs(const Operands& in) {
  return static_cast<Count>(in.out_width) * static_cast<Count>(in.out_height);
}

// Each output needs a window as wide and as high as the filter: v1, v3, v4.
Accesses window_accesses(const Operands& in) {
  const auto& [filter, border] = in.setup;
  Count columns = 0;
  Count rows = 0;
  for (int x = 0; x < in.out_width; ++x)
    columns += existing(x - before(filter.width, border), filter.width, in.image.width, border);
  for (int y = 0; y < in.out_height; ++y)
    rows += existing_rows(y - rows_before(in), filter.height, in);
  return {.global_loads = columns * rows,
          .global_stores = outputs(in),
          .constant_loads = taps(in) * outputs(in)};
}

// [tile-accesses]
// Each group loads its tile; each work-item computes from it.
Accesses tile_accesses(const Recipe& recipe, const Operands& in, const Values& v) {
  const int block_rows = value(v, "LY") * rows_down(v);
  const int tile_rows = rows_needed(block_rows, in);
  Accesses a;
  Count rows = 0;
  Count groups_down = 0;
  for (int y = 0; y < in.out_height; y += block_rows, ++groups_down)
    rows += existing_rows(y - rows_before(in), tile_rows, in);
  const Count across = static_cast<Count>(items_across(recipe, in, v));
  const int groups_across = ceil_div(static_cast<int>(across), value(v, "LX"));
  const bool in_float4s = recipe.tile >= Recipe::float4s;
  const int channels = in.image.channels;
  for (int g = 0; g < groups_across; ++g) {
    const Columns c = tile_columns(recipe, in, v, g);
    const Count loads =
        in_float4s ? float4_loads(c, in) : existing_floats(c.left, c.count, in) / channels;
    a.global_loads += loads * rows;
    a.local_stores += static_cast<Count>(c.count / (in_float4s ? 4 : channels)) *
                      static_cast<Count>(tile_rows) * groups_down;
  }
  const Count items = across * static_cast<Count>(items_down(in, v));
  const int row_loads = recipe.vectors ? window(in) / 4 : in.setup.filter.width;
  a.local_loads = items * static_cast<Count>(rows_needed(rows_down(v), in) * row_loads);
  a.constant_loads = items * static_cast<Count>(rows_down(v)) * taps(in);
  a.global_stores = recipe.vectors ? vector_stores(4, in) : outputs(in);
  return a;
}
// [/tile-accesses]

// v12, v13, v15 and v16 without a tile: a work-item loads its window, in float4s where the window of
// its group lies inside the image. A sliding window stops where the image does.
Accesses direct_accesses(const Operands& in, const Values& v, bool sliding) {
  const int lx = value(v, "LX"), ly = value(v, "LY"), down = rows_down(v);
  const int left = round_up(floats_before(in), 4);
  const int columns = ceil_div(in.out_width * in.image.channels, 4);
  std::vector<bool> inside_x;
  std::vector<Count> floats;
  for (int i = 0; i < columns; ++i) {
    inside_x.push_back(inside_row(i / lx * lx * 4 - left, (lx - 1) * 4 + window(in), in));
    floats.push_back(existing_floats(i * 4 - left, window(in), in));
  }
  Accesses a{.global_stores = vector_stores(4, in)};
  for (int j = 0; j < items_down(in, v); ++j) {
    const int top = j / ly * ly * down - rows_before(in);
    const bool inside_y = top >= 0 && top + rows_needed(ly * down, in) <= in.image.height;
    const int rows = rows_needed(sliding ? std::min(down, in.out_height - j * down) : down, in);
    const Count rows_there = existing_rows(j * down - rows_before(in), rows, in);
    for (std::size_t i = 0; i < floats.size(); ++i)
      a.global_loads += inside_x[i] && inside_y ? static_cast<Count>(rows * window(in) / 4)
                                                : rows_there * floats[i];
    a.constant_loads += static_cast<Count>(columns * (sliding ? rows : down)) * taps(in);
  }
  return a;
}

// v14: a vector for each column of the filter, from each row that exists.
Accesses wide_accesses(const Operands& in, const Values& v) {
  const int across = value(v, "WIDTH"), down = rows_down(v);
  const int filter_height = in.setup.filter.height;
  const auto filter_width = static_cast<Count>(in.setup.filter.width);
  const int needed = floats_needed(across, in);
  Count row_loads = 0; // of all work-items side by side, from one row
  Count columns = 0;
  for (int x = 0; x < in.out_width * in.image.channels; x += across, ++columns) {
    const int from = x - floats_before(in);
    row_loads += inside_row(from, needed, in) ? filter_width : existing_floats(from, needed, in);
  }
  Accesses a{.global_stores = vector_stores(across, in)};
  for (int y = 0; y < in.out_height; y += down)
    for (int r = 0; r < rows_needed(down, in); ++r)
      if (border_index(y - rows_before(in) + r, in.image.height, in.setup.border) >= 0) {
        a.global_loads += row_loads;
        // Of its `down` outputs, r belongs to those with a filter row r - j.
        const int users = std::min(r, down - 1) - std::max(0, r - filter_height + 1) + 1;
        a.constant_loads += columns * filter_width * static_cast<Count>(users);
      }
  return a;
}

Accesses accesses_of(const Recipe& recipe, const Operands& in, const Values& v) {
  Accesses a =
      tile_of(recipe, v) == Recipe::none ? recipe.accesses(in, v) : tile_accesses(recipe, in, v);
  if (!recipe.constant_filter)
    a.global_loads += std::exchange(a.constant_loads, 0);
  if (!recipe.private_sum) // cleared, then stored after each product
    a.global_stores = (taps(in) + 1) * outputs(in);
  return a;
}

// --- one step --------------------------------------------------------------------------------------

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
  if (v.count("LX") == 0)
    return "";
  const cl::NDRange wanted(static_cast<std::size_t>(value(v, "LX")),
                           static_cast<std::size_t>(value(v, "LY")));
  if (common::is_simulator(device) && common::range_size(wanted) > 16)
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

// [launcher]
Step make_step(const Convolution& problem, Step step, Recipe recipe) {
  step.kernel_file = fmt::format("16_convolution/{}_{}.cl", step.id, step.name);
  step.obstacle = [&problem, recipe](const cl::Device& device, const Values& values) {
    return obstacle(recipe, problem.operands(), device, values);
  };
  step.prepare = [&problem, recipe, file = step.kernel_file](const common::Workbench& bench) {
    const Operands in = problem.operands();
    const Filter& filter = in.setup.filter;
    const Values& v = bench.values;
    cl::Kernel kernel = bench.kernel(file, "convolve", build_options(recipe, in, v));
    cl_uint n = 0;
    kernel.setArg(n++, recipe.aligned_rows ? in.aligned_rows : in.input);
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
    return common::Run([=, queue = bench.session.queue] {
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

  const std::vector<common::Parameter> groups{{"LX", {8, 16, 32, 64}},
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
  std::vector<common::Parameter> aligned_groups = groups;
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
  std::vector<common::Parameter> parameters{
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
