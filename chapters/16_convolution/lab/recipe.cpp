// How much there is to do and to keep, and what each step promises to access.

#include "recipe.hpp"

#include <algorithm>
#include <utility>

namespace convolution {

using harness::Accesses;
using harness::Values;

namespace {

using Count = std::uint64_t;

int round_up(int a, int b) {
  return ceil_div(a, b) * b;
}

// --- sizes, in floats of a row unless something else is said --------------------------------------

int floats_across(const Recipe& recipe, const Operands& in, const Values& v) {
  return recipe.vectors ? value(v, "WIDTH", 4) : in.image.channels;
}

int rows_down(const Values& v) {
  return value(v, "ROWS", value(v, "STRIP"));
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

} // namespace

int items_across(const Recipe& recipe, const Operands& in, const Values& v) {
  return ceil_div(in.out_width * in.image.channels, floats_across(recipe, in, v));
}

int items_down(const Operands& in, const Values& v) {
  return ceil_div(in.out_height, rows_down(v));
}

cl::NDRange group_of(const Recipe& recipe, const Operands& in, const Values& v) {
  const int rim_x = recipe.idle_rim ? in.setup.filter.width - 1 : 0;
  const int rim_y = recipe.idle_rim ? in.setup.filter.height - 1 : 0;
  return {static_cast<std::size_t>(value(v, "LX") + rim_x),
          static_cast<std::size_t>(value(v, "LY") + rim_y)};
}

std::uint64_t taps(const Operands& in) {
  return in.setup.filter.weights.size();
}

WeightList weight_list(const Filter& filter, int tile_width) {
  WeightList list;
  for (std::size_t k = 0; k < filter.weights.size(); ++k)
    if (filter.weights[k] != 0.0F) {
      list.weights.push_back(filter.weights[k]);
      list.offsets.push_back(static_cast<int>(k) / filter.width * tile_width +
                             static_cast<int>(k) % filter.width);
    }
  return list;
}

namespace {

// --- tiles -----------------------------------------------------------------------------------------

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

} // namespace

std::size_t tile_bytes(const Recipe& recipe, const Operands& in, const Values& v) {
  if (recipe.tile == Recipe::none)
    return 0;
  const int block = value(v, "LX") * floats_across(recipe, in, v);
  const int skipped = start_multiple(recipe.tile, in, v) - in.image.channels;
  const int columns = round_up(skipped + floats_needed(block, in), width_multiple(recipe.tile, in));
  const int down = value(v, "LY") * rows_down(v);
  const int rows = recipe.pairs ? 3 * (down / 2 + ceil_div(in.setup.filter.height, 2) - 1)
                                : rows_needed(down, in);
  return sizeof(float) * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
}

namespace {

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

Count outputs(const Operands& in) {
  return static_cast<Count>(in.out_width) * static_cast<Count>(in.out_height);
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

} // namespace

Accesses window_accesses(const Operands& in, const Values&) {
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

namespace {

Accesses block_accesses(const Operands& in, const Values& v, bool sliding) {
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

} // namespace

Accesses direct_accesses(const Operands& in, const Values& v) {
  return block_accesses(in, v, false);
}

Accesses sliding_accesses(const Operands& in, const Values& v) {
  return block_accesses(in, v, true);
}

Accesses wide_accesses(const Operands& in, const Values& v) {
  const int across = value(v, "WIDTH"), rows = rows_needed(rows_down(v), in);
  const int floats = floats_needed(across, in);
  Accesses a{.global_stores = vector_stores(across, in)};
  for (int y = 0; y < in.out_height; y += rows_down(v)) {
    const int top = y - rows_before(in);
    const bool inside_y = top >= 0 && top + rows <= in.image.height;
    const Count rows_there = existing_rows(top, rows, in);
    for (int x = 0; x < in.out_width * in.image.channels; x += across) {
      const int left = x - floats_before(in);
      a.global_loads += inside_y && inside_row(left, floats, in)
                            ? static_cast<Count>(rows * in.setup.filter.width)
                            : rows_there * existing_floats(left, floats, in);
      a.constant_loads += taps(in);
    }
  }
  return a;
}

Accesses accesses_of(const Recipe& recipe, const Operands& in, const Values& v) {
  Accesses a = recipe.tile == Recipe::none ? recipe.accesses(in, v) : tile_accesses(recipe, in, v);
  if (recipe.offsets) {
    a.local_loads = weight_list(in.setup.filter, 0).weights.size() * outputs(in);
    a.constant_loads = 2 * a.local_loads;
  }
  if (!recipe.constant_filter)
    a.global_loads += std::exchange(a.constant_loads, 0);
  if (!recipe.private_sum) // cleared, then stored after each product
    a.global_stores = (taps(in) + 1) * outputs(in);
  return a;
}

} // namespace convolution
