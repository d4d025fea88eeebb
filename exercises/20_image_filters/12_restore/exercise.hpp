#pragma once

#include "common/opencl.hpp"

#include <vector>

struct Picture {
  cl_int width, height;
  std::vector<cl_uchar> pixels; ///< grey, row by row
};

/// The picture without its noise: see task.md.
Picture restore(const cl::Device& device, const Picture& noisy);
