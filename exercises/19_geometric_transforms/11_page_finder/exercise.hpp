#pragma once

#include "common/opencl.hpp"

#include <vector>

struct Picture {
  cl_int width, height;
  std::vector<cl_uchar> pixels; ///< red, green, blue and alpha of each pixel, row by row
};

/// The page in the photograph, `width` x `height` pixels, both at least 2: see task.md.
Picture straighten(const cl::Device& device, const Picture& photo, int width, int height);
