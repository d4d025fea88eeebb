#pragma once

#include "convolution.hpp"
#include "harness/ladder/launches.hpp"

#include <cstdint>
#include <functional>

/// What the launcher, the limits and the promises of the steps are computed from.
namespace convolution {

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
  bool pairs = false;    ///< the tile has three rows for each pair of rows of the image
  bool idle_rim = false; ///< a work-item for each pixel of the tile, not for each output
  bool offsets =
      false; ///< the filter is a list of the weights that are not zero, and of their places in the tile
  bool constant_filter = true;
  bool private_sum = true;
  /// The accesses, for those without a tile.
  std::function<harness::Accesses(const Operands&, const harness::Values&)> accesses = nullptr;
};
// [/recipe]

using harness::ceil_div;
using harness::value;

/// Work-items that have something to compute, side by side and below each other.
int items_across(const Recipe& recipe, const Operands& in, const harness::Values& values);
int items_down(const Operands& in, const harness::Values& values);

/// Local memory of the widest tile that can occur; 0 without a tile.
std::size_t tile_bytes(const Recipe& recipe, const Operands& in, const harness::Values& values);

/// The work-group, for a step with LX and LY.
cl::NDRange group_of(const Recipe& recipe, const Operands& in, const harness::Values& values);

/// The elements of the filter.
std::uint64_t taps(const Operands& in);

/// Those that are not zero, and where their pixels are in a tile with rows of `tile_width` pixels, counted from the first
/// pixel of the window.
struct WeightList {
  std::vector<float> weights;
  std::vector<cl_int> offsets;
};
WeightList weight_list(const Filter& filter, int tile_width);

/// What a step with these values promises: what Oclgrind counts.
harness::Accesses accesses_of(const Recipe& recipe, const Operands& in,
                              const harness::Values& values);

/// For Recipe::accesses, the steps without a tile. v1, v3, v4: each output needs a window as wide and
/// as high as the filter.
harness::Accesses window_accesses(const Operands& in, const harness::Values& values);
/// v12, v14, v16: a work-item loads its window, in float4s where the window of its group lies inside the image.
harness::Accesses direct_accesses(const Operands& in, const harness::Values& values);
/// v13: the same with a window that slides, and stops where the image does.
harness::Accesses sliding_accesses(const Operands& in, const harness::Values& values);
/// c1: a vector for each column of the filter from each row of a window inside the image.
harness::Accesses wide_accesses(const Operands& in, const harness::Values& values);

} // namespace convolution
