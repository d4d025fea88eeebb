// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "common/launch.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace separable {
namespace {

using harness::before;
using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;

// [recipe]
// One launch. "rows" and "columns" work through the middle image; "full" and "fused" do both.
struct Pass {
  std::string kernel;
  cl::NDRange work; ///< work-items, before they are rounded up to whole groups
  cl::NDRange group;
  bool group_is_fixed = true;  ///< the kernel is written for this group; else it is made to fit
  std::size_t local_bytes = 0; ///< of its tile
  bool tile_is_argument = false;
};
using Passes = std::vector<Pass>;

// In which a step differs from the others.
struct Recipe {
  std::function<Passes(const Operands&, const Values&)> passes = nullptr;
  bool knows_radius = false; ///< RX and RY are build options; else arguments
  bool reaches = false;      ///< tiles reach MAX_RADIUS pixels to both sides
  bool aligned = false;      ///< rows start `pitch` pixels apart
  bool literals = false;     ///< the weights are build options, too
  bool written_out =
      false;         ///< one row of code for each row of the filter, or all its sums in registers
  bool rims = false; ///< RIM_X and RIM_Y, by which a group is larger than its outputs
  /// Bytes in and out. Their weights are whole numbers, stored as such or as floats.
  enum Bytes { none, whole, as_floats } bytes = none;
  /// What the filter has to be, beside a row times a column.
  enum Filter { any, short_line, symmetric, box } filter = any;
  int rounding =
      0; ///< sums go in and out so often that they are checked with this much more tolerance
  std::string file = {}; ///< the kernel file of another step; else the step's own
};
// [/recipe]

cl::NDRange range(int x, int y = 0) {
  return y == 0 ? cl::NDRange(static_cast<std::size_t>(x))
                : cl::NDRange(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
}

// [passes]
// Lines of pixels that a pass goes along.
struct Lines {
  const char* pass;
  int count;   ///< of lines
  int outputs; ///< in each
  int radius;
};

std::vector<Lines> both(const Operands& in) {
  return {{"rows", in.image.height, in.out_width, in.setup.rx()},
          {"columns", in.out_width, in.out_height, in.setup.ry()}};
}

// v1, and v2 and v3: a work-item for each pixel, in any group.
Passes full(const Operands& in, const Values&) {
  return {{"full", range(in.out_width * in.out_height), range(64), false}};
}

Passes each_pixel(const Operands& in, const Values&) {
  Passes passes;
  for (const Lines& lines : both(in))
    passes.push_back({lines.pass, range(lines.outputs * lines.count), range(64), false});
  return passes;
}

// A group for each LINE outputs of a line. Its tile has `radius` pixels more at both ends.
Passes line_of_outputs(const Operands& in, const Values& v, bool idle_rim) {
  Passes passes;
  for (const Lines& lines : both(in)) {
    const int tile = v.at("LINE") + 2 * lines.radius, group = idle_rim ? tile : v.at("LINE");
    const int groups = ceil_div(lines.outputs, v.at("LINE")) * lines.count;
    passes.push_back({lines.pass, range(groups * group), range(group), true,
                      sizeof(float) * static_cast<std::size_t>(tile * in.image.channels), true});
  }
  return passes;
}

Passes line_tile(const Operands& in, const Values& v) { // v4
  return line_of_outputs(in, v, false);
}

Passes idle_rim(const Operands& in, const Values& v) { // v4b
  return line_of_outputs(in, v, true);
}

// Groups of several lines; the tile reaches `reach` pixels beyond STEPS groups, 0: as far as the radius.
Passes block_of_outputs(const Operands& in, const Values& v, int reach, bool bytes) {
  const int steps = value(v, "STEPS");
  Passes passes;
  for (const Lines& lines : both(in)) {
    const bool rows = passes.empty();
    const int along = rows ? v.at("RLX") : v.at("CLY"), beside = rows ? v.at("RLY") : v.at("CLX");
    const int tile = (steps * along + 2 * (reach == 0 ? lines.radius : reach)) * beside;
    const int work = ceil_div(lines.outputs, steps * along) * along;
    const int number = !bytes ? 4 : rows ? 1 : 2;
    passes.push_back({lines.pass, rows ? range(work, lines.count) : range(lines.count, work),
                      rows ? range(along, beside) : range(beside, along), true,
                      static_cast<std::size_t>(tile * in.image.channels * number), reach == 0});
  }
  return passes;
}

Passes block_tile(const Operands& in, const Values& v) { // v5
  return block_of_outputs(in, v, 0, false);
}

Passes aligned_tile(const Operands& in, const Values& v) { // v6 to v8
  return block_of_outputs(in, v, max_radius(in.setup), false);
}

Passes bytes_tile(const Operands& in, const Values& v) { // b1
  return block_of_outputs(in, v, max_radius(in.setup), true);
}

// `across` outputs of a row to a work-item, `down` of a column, with `side` floats side by
// side (0: one pixel).
Passes registers(const Operands& in, const Values& v, int across, int down, int side) {
  const int width = in.out_width * (side > 0 ? in.image.channels : 1);
  return {{"rows", range(ceil_div(width, across), in.image.height), range(v.at("RLX"), v.at("RLY")),
           false},
          {"columns", range(ceil_div(width, std::max(side, 1)), ceil_div(in.out_height, down)),
           range(v.at("CLX"), v.at("CLY")), false}};
}

Passes window(const Operands& in, const Values& v) { // v9
  return registers(in, v, v.at("OUT"), v.at("STRIP"), 0);
}

Passes vectors(const Operands& in, const Values& v) { // v10
  return registers(in, v, 4, v.at("STRIP"), 4);
}

Passes running_sum(const Operands& in, const Values& v) { // s1
  return registers(in, v, v.at("SEGMENT"), v.at("SEGMENT"), 0);
}

// v11.
Passes fused_tile(const Operands& in, const Values& v) {
  const int pixels = (2 * v.at("LX") + 2 * in.setup.rx()) * (v.at("LY") + 2 * in.setup.ry());
  return {{"fused", range(in.out_width, in.out_height), range(v.at("LX"), v.at("LY")), true,
           sizeof(float) * static_cast<std::size_t>(pixels * in.image.channels)}};
}

// v12 to v18: ACROSS of the kernels; STRIP, for v18 so that all groups run at the same time.
int strip_across(const Operands& in, const Values& v) {
  const int reach = before(2 * in.setup.rx() + 1, in.setup.border) * in.image.channels;
  const int skip = ceil_div(reach, 4) * 4 - reach;
  return 4 * v.at("LX") + 4 - ceil_div(skip + 4 + 2 * in.setup.rx() * in.image.channels, 4) * 4;
}

int groups_across(const Operands& in, const Values& v) {
  return ceil_div(in.out_width * in.image.channels, std::max(strip_across(in, v), 1));
}

// s2: the same.
int running_across(const Operands& in, const Values& v) {
  return 4 * v.at("LX") / in.image.channels - 2 * in.setup.rx();
}

// [strips]
int strip_rows(const Operands& in, const Values& v) {
  if (v.count("ROUNDS") != 0)
    return std::max(v.at("ROUNDS") * (2 * in.setup.ry() + 1) - 2 * in.setup.ry(), 1);
  if (v.count("GROUPS") == 0)
    return v.at("STRIP");
  const int strips = std::max(in.units * v.at("GROUPS") / groups_across(in, v), 1);
  return std::max({ceil_div(in.out_height, strips), 2 * in.setup.ry(), 8});
}
// [/strips]

Passes fused_strip(const Operands& in, const Values& v) {
  const int lines = 2 * value(v, "ROWS");
  return {{"fused",
           range(groups_across(in, v) * v.at("LX"), ceil_div(in.out_height, strip_rows(in, v))),
           range(v.at("LX"), 1), true, 16 * static_cast<std::size_t>(lines * v.at("LX"))}};
}

// s2.
Passes running_strip(const Operands& in, const Values& v) {
  const int groups = ceil_div(in.out_width, std::max(running_across(in, v), 1));
  return {{"fused", range(groups * v.at("LX"), ceil_div(in.out_height, v.at("STRIP"))),
           range(v.at("LX"), 1), true,
           8 * static_cast<std::size_t>(v.at("ROWS") * (4 * v.at("LX") + 1))}};
}

// c1, b2.
Passes wide_strip(const Operands& in, const Values& v) {
  return {{"fused",
           range(ceil_div(in.out_width * in.image.channels, v.at("COLUMNS")),
                 ceil_div(in.out_height, v.at("STRIP"))),
           range(1, 1), false}};
}
// [/passes]

std::string build_options(const Recipe& recipe, const Operands& in, const Values& v) {
  std::string options = fmt::format("-DCHANNELS={} -DBORDER={}", in.image.channels,
                                    harness::border_macro(in.setup.border));
  if (recipe.knows_radius)
    options += fmt::format(" -DRX={} -DRY={}", in.setup.rx(), in.setup.ry());
  if (recipe.aligned && (recipe.bytes == Recipe::none || recipe.literals)) // whole vectors of 4
    options += fmt::format(" -DALIGNED={:d}", in.out_width * in.image.channels % 4 == 0);
  if (recipe.rims)
    options += fmt::format(" -DRIM_X={} -DRIM_Y={}", 2 * in.setup.rx(), 2 * in.setup.ry());
  if (recipe.reaches)
    options += fmt::format(" -DMAX_RADIUS={}", max_radius(in.setup));
  const auto list = [&](const std::vector<float>& real) {
    const std::vector<cl_uint> numbers = whole_weights(real);
    const std::vector<float> weights =
        recipe.bytes == Recipe::none ? real : std::vector<float>(numbers.begin(), numbers.end());
    return fmt::format("{:a}f", fmt::join(weights, "f,"));
  };
  if (recipe.literals)
    options += fmt::format(" -DROW_WEIGHTS={} -DCOLUMN_WEIGHTS={}", list(in.setup.row),
                           list(in.setup.column));
  if (v.count("GROUPS") != 0)
    options += fmt::format(" -DSTRIP={}", strip_rows(in, v));
  return options;
}

// [obstacle]
std::string filter_obstacle(const Recipe& recipe, const Setup& setup, const Values& v) {
  const auto all = [&](const auto& property) {
    return property(setup.row) && property(setup.column);
  };
  if (recipe.filter == Recipe::symmetric &&
      !all([](const auto& w) { return std::equal(w.begin(), w.end(), w.rbegin()); }))
    return "needs weights that are the same from both ends: this filter's are not";
  if (recipe.filter == Recipe::box &&
      !all([](const auto& w) { return std::count(w.begin(), w.end(), w[0]) == std::ssize(w); }))
    return "needs weights that are all the same: this filter's are not";
  if (recipe.bytes != Recipe::none &&
      !all([](const auto& weights) { return !whole_weights(weights).empty(); }))
    return "computes with weights that are not negative and add up to 1: this filter's do not";
  const int line = v.count("LINE") != 0  ? v.at("LINE")
                   : v.count("RLX") != 0 ? std::min(v.at("RLX"), v.at("CLY"))
                                         : 0;
  const int radius = std::max(setup.rx(), setup.ry());
  if (recipe.written_out && radius > 31)
    return fmt::format("keeps four floats for each weight of a column in registers, which is too "
                       "many beyond a radius of 31: this filter has {}",
                       radius);
  if (recipe.filter == Recipe::short_line && 2 * radius > line)
    return fmt::format("reads twice, which is enough for a radius of {} with groups of {} in a "
                       "line: this filter has {}",
                       line / 2, line, radius);
  return "";
}

std::string obstacle(const Recipe& recipe, const Operands& in, const cl::Device& device,
                     const Values& v) {
  if (std::string reason = filter_obstacle(recipe, in.setup, v); !reason.empty())
    return reason;
  if (v.count("LX") != 0 && v.count("LY") == 0 &&
      (recipe.aligned ? strip_across(in, v) < 4 : running_across(in, v) < 1))
    return fmt::format(
        "a group's row of {} floats is shorter than the filter: a larger LX is needed",
        4 * v.at("LX"));
  for (const Pass& pass : recipe.passes(in, v))
    if (std::string reason = !pass.group_is_fixed ? ""
                                                  : harness::group_obstacle(device, pass.group,
                                                                            pass.local_bytes, 40);
        !reason.empty())
      return reason;
  return "";
}
// [/obstacle]

// [launcher]
// The buffers of one run: what is read, what is in between, the weights.
struct Buffers {
  cl::Buffer input, middle, row, column;
};

Buffers buffers_for(const Recipe& recipe, const Operands& in, const cl::Context& context) {
  const bool bytes = recipe.bytes != Recipe::none;
  const auto weights = [&](const std::vector<float>& real, const cl::Buffer& uploaded) {
    std::vector<cl_uint> numbers = whole_weights(real);
    std::vector<float> floats(numbers.begin(), numbers.end());
    void* data = recipe.bytes == Recipe::whole ? static_cast<void*>(numbers.data()) : floats.data();
    return bytes ? cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * numbers.size(),
                              data)
                 : uploaded;
  };
  const auto& [dense, aligned] =
      bytes ? std::tie(in.bytes, in.aligned_bytes) : std::tie(in.input, in.aligned_rows);
  return {recipe.aligned ? aligned : dense,
          cl::Buffer(context, CL_MEM_READ_WRITE,
                     (bytes ? 2 : 4) * static_cast<std::size_t>(pitch_of(in.out_width)) *
                         static_cast<std::size_t>(in.image.height * in.image.channels)),
          weights(in.setup.row, in.row), weights(in.setup.column, in.column)};
}

// One kernel's arguments, in the order in which all kernels of the chapter have them.
void set_arguments(cl::Kernel& kernel, const Recipe& recipe, const Pass& pass, const Operands& in,
                   const Buffers& buffers, const cl::Buffer& output) {
  cl_uint n = 0;
  const auto set = [&](const auto& argument) { kernel.setArg(n++, argument); };
  const bool columns = pass.kernel == "columns", rows = pass.kernel == "rows";
  set(columns ? buffers.middle : buffers.input);
  set(cl_int{columns ? in.out_width : in.image.width});
  set(cl_int{in.image.height});
  if (recipe.aligned)
    set(cl_int{pitch_of(columns ? in.out_width : in.image.width)});
  if (!columns && !recipe.literals) {
    set(buffers.row);
    if (!recipe.knows_radius)
      set(cl_int{in.setup.rx()});
  }
  if (!rows && !recipe.literals) {
    set(buffers.column);
    if (!recipe.knows_radius)
      set(cl_int{in.setup.ry()});
  }
  set(rows ? buffers.middle : output);
  if (rows && recipe.aligned)
    set(cl_int{pitch_of(in.out_width)});
  if (pass.tile_is_argument)
    set(cl::Local(pass.local_bytes));
}

harness::Run prepare(const Recipe& recipe, const std::string& file, const Operands& in,
                     const harness::Workbench& bench) {
  const Buffers buffers = buffers_for(recipe, in, bench.session.context);
  harness::Launches launches(bench);
  for (const cl::Buffer& buffer : {buffers.input, buffers.middle, buffers.row, buffers.column})
    launches.keep(buffer);
  for (const Pass& pass : recipe.passes(in, bench.values)) {
    cl::Kernel kernel = bench.kernel(file, pass.kernel, build_options(recipe, in, bench.values));
    set_arguments(kernel, recipe, pass, in, buffers, bench.output);
    if (pass.group_is_fixed)
      launches.add(kernel, common::round_up(pass.work, pass.group), pass.group);
    else
      launches.add_items(kernel, pass.work, pass.group);
  }
  return launches.run();
}
// [/launcher]

// The same presets for every step with these parameters: from step to step only `own` ones come and
// go. The work-groups of the thesis; then for devices with 128 work-items in a group, and for less.
std::vector<Values> blocks(const Values& own = {}) {
  return harness::with({{{"RLX", 32}, {"RLY", 4}, {"CLX", 16}, {"CLY", 32}},
                        {{"RLX", 32}, {"RLY", 4}, {"CLX", 8}, {"CLY", 16}},
                        {{"RLX", 16}, {"RLY", 4}, {"CLX", 8}, {"CLY", 8}},
                        {{"RLX", 8}, {"RLY", 4}, {"CLX", 4}, {"CLY", 8}},
                        {{"RLX", 4}, {"RLY", 4}, {"CLX", 4}, {"CLY", 4}},
                        {{"RLX", 1}, {"RLY", 1}, {"CLX", 1}, {"CLY", 1}}},
                       own);
}

std::vector<harness::Parameter> block_and(const std::vector<harness::Parameter>& own = {}) {
  return harness::with({harness::Parameter{"RLX", {16, 32, 64, 128}},
                        {"RLY", {1, 2, 4, 8}},
                        {"CLX", {8, 16, 32, 64}},
                        {"CLY", {4, 8, 16, 32}}},
                       own);
}

} // namespace

int max_radius(const Setup& setup) {
  return ceil_div(std::max({setup.rx(), setup.ry(), 1}), 16) * 16;
}

// [counts]
harness::Counts stated_counts(const Separable& problem, const std::string& kernel_file,
                              const Values& values) {
  const Operands in = problem.operands();
  return harness::stated_counts(
      kernel_file, fmt::format("{}, radius {}x{}", problem.size(), in.setup.rx(), in.setup.ry()),
      fmt::format("{} {}", in.image.channels == 1 ? "grey" : "RGBA",
                  harness::border_names().at(static_cast<std::size_t>(in.setup.border))),
      values);
}
// [/counts]

std::vector<Step> steps_for(const Separable& problem) {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, and what distinguishes its launch.
  const auto add = [&](Step step, const Recipe& recipe) {
    step.kernel_file = fmt::format("18_separable_convolution/{}.cl",
                                   recipe.file.empty() ? step.id + "_" + step.name : recipe.file);
    const std::string file = step.kernel_file;
    step.prepare = [&problem, recipe, file](const harness::Workbench& bench) {
      return prepare(recipe, file, problem.operands(), bench);
    };
    step.accesses = [&problem, file](const Values& values) {
      return stated_counts(problem, file, values);
    };
    step.obstacle = [&problem, recipe](const cl::Device& device, const Values& values) {
      return obstacle(recipe, problem.operands(), device, values);
    };
    if (recipe.bytes != Recipe::none) {
      step.narrower = sizeof(float);
      step.check = [&problem](std::span<const std::byte> output) {
        return problem.check_bytes(output);
      };
    }
    if (recipe.rounding > 0)
      step.check = [&problem, rounding = recipe.rounding](std::span<const std::byte> output) {
        return problem.check_sums(output, rounding);
      };
    steps.push_back(std::move(step));
  };

  // [two-passes]
  add({.id = "v1",
       .name = "full",
       .change = "one pass: the weight of each pixel is that of its column times that of its row"},
      {.passes = full});
  add({.id = "v2",
       .name = "two_passes",
       .change = "rows, then columns: two lines of products, not a square"},
      {.passes = each_pixel});
  add({.id = "v3",
       .name = "constant",
       .change = "the weights in constant memory: one load for a whole group"},
      {.passes = each_pixel});
  // [/two-passes]

  // [lines]
  const std::vector<harness::Parameter> line{{"LINE", {32, 64, 128, 256}}};
  const std::vector<Values> lines{{{"LINE", 64}}, {{"LINE", 16}}, {{"LINE", 1}}};
  add({.id = "v4",
       .name = "left_right",
       .change = "a group copies its part of a line: a left read and a right read, no more",
       .parameters = line,
       .presets = lines},
      {.passes = line_tile, .filter = Recipe::short_line});
  add({.id = "v4b",
       .name = "idle_rim",
       .change = "a group as large as its tile: each work-item reads once, the rim is idle",
       .parameters = line,
       .presets = lines},
      {.passes = idle_rim, .rims = true});
  // [/lines]

  // [blocks]
  std::vector<Values> groups_of_128 = blocks();
  groups_of_128.erase(groups_of_128.begin());
  add({.id = "v5",
       .name = "groups_2d",
       .change = "groups of several lines: neighbours in a group are neighbours in memory",
       .parameters = block_and(),
       .presets = blocks(),
       .parent = "v4"},
      {.passes = block_tile, .filter = Recipe::short_line});
  add({.id = "v6",
       .name = "aligned",
       .change = "reads a multiple of 16 pixels away, whatever the radius",
       .parameters = block_and(),
       .presets = blocks()},
      {.passes = aligned_tile, .reaches = true});
  add({.id = "v7",
       .name = "unrolled",
       .change = "the radius is known when the kernel is built: loops are written out",
       .parameters = block_and(),
       .presets = blocks()},
      {.passes = aligned_tile, .knows_radius = true, .reaches = true});
  add({.id = "v7b",
       .name = "third_read",
       .change = "v7 in groups of 128: a column takes three reads",
       .parameters = block_and(),
       .presets = groups_of_128,
       .parent = "v7",
       .changed_parameters = {"RLX", "RLY", "CLX", "CLY"}},
      {.passes = aligned_tile, .knows_radius = true, .reaches = true, .file = "v7_unrolled"});
  add({.id = "v8",
       .name = "several",
       .change = "STEPS outputs of a line for each work-item: the rim is copied less often",
       .parameters = block_and({{"STEPS", {2, 4, 8}}}),
       .presets = blocks({{"STEPS", 4}}),
       .parent = "v7"},
      {.passes = aligned_tile, .knows_radius = true, .reaches = true});
  // [/blocks]

  // [registers]
  const harness::Parameter strips{"STRIP", {16, 32, 64, 128}};
  add({.id = "v9",
       .name = "window",
       .change = "no tile: four outputs share a window in registers, a column's sums slide down",
       .parameters = block_and({{"OUT", {2, 4, 8}}, strips}),
       .presets = blocks({{"OUT", 4}, {"STRIP", 32}}),
       .parent = "v7"},
      {.passes = window, .knows_radius = true});
  add({.id = "v10",
       .name = "vectors",
       .change = "four floats side by side: one load, one multiply-add, one store for them",
       .parameters = block_and({strips}),
       .presets = blocks({{"STRIP", 32}})},
      {.passes = vectors, .knows_radius = true, .aligned = true});
  // [/registers]

  // [fused]
  const auto group = [](int lx, int ly) { return Values{{"LX", lx}, {"LY", ly}}; };
  add({.id = "v11",
       .name = "fused_tile",
       .change = "one kernel: the middle image is a tile in local memory",
       .parameters = {{"LX", {16, 32, 64}}, {"LY", {4, 8, 16, 32}}},
       .presets = {group(32, 16), group(32, 4), group(16, 4), group(8, 4), group(4, 4),
                   group(1, 1)},
       .parent = "v7"},
      {.passes = fused_tile, .knows_radius = true});
  // For groups of 128, of 64, and for the simulator.
  const auto presets = [](const Values& own, const Values& tiny) {
    std::vector<Values> all{own, own, tiny};
    for (std::size_t n = 0; n < all.size(); ++n)
      all[n]["LX"] = 128 >> n;
    return all;
  };
  const harness::Parameter lx{"LX", {64, 128, 256}}, rounds{"ROUNDS", {5, 9, 17, 33}};
  const std::vector<Values> turns = presets({{"ROUNDS", 17}}, {{"ROUNDS", 3}});
  add({.id = "v12",
       .name = "fused_strip",
       .change = "a group streams down a strip with a ring of rows in registers",
       .parameters = {lx, rounds},
       .presets = turns,
       .parent = "v10"},
      {.passes = fused_strip, .knows_radius = true, .aligned = true, .written_out = true});
  add({.id = "v13",
       .name = "folded",
       .change = "a symmetric filter: pixels with the same weight are added first",
       .parameters = {lx, rounds},
       .presets = turns},
      {.passes = fused_strip,
       .knows_radius = true,
       .aligned = true,
       .written_out = true,
       .filter = Recipe::symmetric});
  const Recipe strip{.passes = fused_strip,
                     .knows_radius = true,
                     .aligned = true,
                     .literals = true,
                     .written_out = true};
  add({.id = "v14",
       .name = "literals",
       .change = "the weights are numbers in the source",
       .parameters = {lx, rounds},
       .presets = turns,
       .parent = "v12"},
      strip);
  add({.id = "v15",
       .name = "ahead",
       .change = "the next row is loaded while this one is filtered",
       .parameters = {lx, rounds},
       .presets = turns},
      strip);
  const harness::Parameter heights{"STRIP", {64, 128, 272, 544}}, several{"ROWS", {2, 3, 4, 8}};
  add({.id = "v16",
       .name = "sliding",
       .change = "the rows first, and sums that slide: no ring, one copy of the code",
       .parameters = {lx, heights},
       .presets = presets({{"STRIP", 272}}, {{"STRIP", 35}})},
      strip);
  const std::vector<Values> four =
      presets({{"STRIP", 272}, {"ROWS", 4}}, {{"STRIP", 35}, {"ROWS", 4}});
  add({.id = "v16b",
       .name = "loads_ahead",
       .change = "the next ROWS rows are on their way, still a barrier for each",
       .parameters = {lx, heights, several},
       .presets = four},
      strip);
  add({.id = "v17",
       .name = "rows",
       .change = "ROWS rows for each barrier",
       .parameters = {lx, heights, several},
       .presets = four},
      strip);
  const Values waves{{"ROWS", 4}, {"GROUPS", 4}};
  add({.id = "v18",
       .name = "at_once",
       .change = "strips as high as they have to be for all groups to run at once",
       .parameters = {lx, several, {"GROUPS", {2, 3, 4, 6, 8}}},
       .presets = presets(waves, waves)},
      {.passes = fused_strip,
       .knows_radius = true,
       .aligned = true,
       .literals = true,
       .written_out = true,
       .file = "v17_rows"});
  // [/fused]

  // [others]
  add({.id = "s1",
       .name = "running_sum",
       .change = "equal weights: add the pixel that enters, subtract the one that leaves",
       .parameters = block_and({{"SEGMENT", {16, 32, 64, 128}}}),
       .presets = blocks({{"SEGMENT", 64}}),
       .parent = "v9"},
      {.passes = running_sum,
       .knows_radius = true,
       .filter = Recipe::box,
       .rounding = 4 * 128}); // each number of a segment goes in and out again
  add({.id = "s2",
       .name = "running_strip",
       .change = "both sums run in one pass: columns down a strip, rows in local memory",
       .parameters = {lx, {"STRIP", {68, 136, 272}}, several},
       .presets = presets({{"STRIP", 136}, {"ROWS", 4}}, {{"STRIP", 35}, {"ROWS", 4}}),
       .parent = "s1"},
      {.passes = running_strip,
       .knows_radius = true,
       .filter = Recipe::box,
       .rounding = 4 * 300}); // as above, down a strip and along a part of a row
  add({.id = "b1",
       .name = "bytes",
       .change = "whole numbers: bytes in and out, 16 bits between, nothing lost",
       .parameters = block_and(),
       .presets = blocks(),
       .parent = "v7"},
      {.passes = bytes_tile, .knows_radius = true, .reaches = true, .bytes = Recipe::whole});
  const std::vector<harness::Parameter> widths{
      {"COLUMNS", {256, 512, 1024, 2048}}, {"ROWS", {2, 4, 6, 8}}, {"STRIP", {16, 32, 64, 128}}};
  const std::vector<Values> wide{{{"COLUMNS", 2048}, {"ROWS", 4}, {"STRIP", 64}},
                                 {{"COLUMNS", 256}, {"ROWS", 4}, {"STRIP", 16}}};
  add({.id = "c1",
       .name = "wide_strip",
       .change = "for CPUs: 16 floats at a time, the row between the passes stays in cache",
       .parameters = widths,
       .presets = wide,
       .parent = "v12"},
      {.passes = wide_strip, .knows_radius = true, .aligned = true});
  add({.id = "b2",
       .name = "wide_bytes",
       .change = "c1 on bytes: floats hold the whole numbers, exactly",
       .parameters = widths,
       .presets = wide,
       .parent = "c1"},
      {.passes = wide_strip, .knows_radius = true, .aligned = true, .bytes = Recipe::as_floats});
  Recipe strip_of_bytes = strip;
  strip_of_bytes.bytes = Recipe::as_floats;
  add({.id = "b3",
       .name = "fused_bytes",
       .change = "v17 on bytes: floats hold the whole numbers, exactly",
       .parameters = {lx, heights, several},
       .presets = four,
       .parent = "v17"},
      strip_of_bytes);
  add({.id = "b4",
       .name = "late_bytes",
       .change = "bytes stay bytes until they are handed on",
       .parameters = {lx, heights, several},
       .presets = four},
      strip_of_bytes);
  // [/others]

  return steps;
}

} // namespace separable
