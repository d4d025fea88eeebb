#pragma once

#include "harness/lab/border.hpp"

#include <string>
#include <vector>

namespace convolution {

/// The largest width and height of a filter that every step takes.
inline constexpr int largest_filter_extent = 63;

/// Of a Gaussian, which only the first steps take at this width: 145x145 weights.
inline constexpr double smallest_sigma = 0.1; ///< less is the pixel alone
inline constexpr double largest_sigma = 24.0;

/// A rectangle of weights, row by row. Its anchor, the element that lies on the output pixel, is
/// (width / 2, height / 2): the middle of an odd filter, right of and below it in an even one.
struct Filter {
  std::string name;
  int width = 1;
  int height = 1;
  std::vector<float> weights;

  double sum() const;
  double sum_of_magnitudes() const;
};

/// One weight of 1: the output is the input.
Filter identity();

/// The mean of width x height pixels. Throws UsageError beyond largest_filter_extent.
Filter box(int width, int height);

/// A Gaussian of standard deviation `sigma` in pixels, cut off at 3 sigma to each side and then
/// normalised, so that its weights still add up to 1 and the picture stays as bright as it was.
/// Throws UsageError for a sigma below smallest_sigma or above largest_sigma.
Filter gaussian(double sigma);

/// How an OpenCL book of 2013 makes its Gaussians, kept as a mistake to study: the disc of radius
/// 3 sigma, cut to 23 pixels each side so that it fits a tile of fixed size, and never normalised.
/// The weights add up to less than 1. Throws UsageError as gaussian().
Filter cut_gaussian(double sigma);

/// How fast the picture becomes brighter to the right (x) or downwards (y). The sum is 0.
Filter sobel_x();
Filter sobel_y();

/// The pixel plus its difference to the mean of its four neighbours, four times. The sum is 1.
Filter sharpen();

/// A relief, lit from the upper left. The sum is 0.
Filter emboss();

/// The camera moved along a line of `length` pixels from the lower left to the upper right. A
/// weight is 1 minus the distance of the pixel's centre from that line, and 0 from a distance of 1
/// on; normalised. Length 7 gives the 7x7 filter of many textbooks, with 0.1283 on the diagonal.
Filter motion_blur(int length);

/// Weights in [-1, 1) without any symmetry: a test that this filter passes has not mixed up rows
/// and columns, left and right. Throws UsageError beyond largest_filter_extent.
Filter random_filter(int width, int height, unsigned seed);

/// The names that make_filter() knows.
const std::vector<std::string>& filter_names();

/// The parameters that some of the filters have.
struct FilterParameters {
  double sigma = 2.0; ///< gaussian and cut-gaussian
  int width = 5;      ///< box and random
  int height = 5;     ///< box and random
  unsigned seed = 42; ///< random
};

/// Throws UsageError that lists the names where there is none like `name`.
Filter make_filter(const std::string& name, const FilterParameters& parameters = {});

using harness::before;
using harness::Border;
using harness::border_index;
using harness::border_macro;
using harness::border_names;
using harness::parse_border;

} // namespace convolution
