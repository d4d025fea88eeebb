#pragma once

#include "common/opencl.hpp"

#include <vector>

struct Picture {
  cl_int width, height;
  std::vector<cl_uchar> pixels; ///< red, green, blue and alpha of each pixel, row by row
};

/// The picture with a blur that grows with the distance from row `focus`: see task.md. `slope` is at least 1.
Picture miniature(const cl::Device& device, const Picture& picture, int focus, int slope,
                  int largest);
