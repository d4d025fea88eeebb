#pragma once

#include "common/opencl.hpp"

#include <vector>

/// What the two Sobel filters find in a picture, row by row.
struct Edges {
  std::vector<float> right; ///< how fast it gets brighter to the right
  std::vector<float> down;  ///< and downwards
};

/// Applies both filters to a picture of width * height numbers, each on one half of the device, at the same time. The
/// device has two or more compute units, and can be divided equally and by counts.
Edges both_edges(const cl::Device& device, const std::vector<float>& picture, cl_int width,
                 cl_int height);
