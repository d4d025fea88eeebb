#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <vector>

/// A picture of the Mandelbrot set: the arguments of the kernel in mandelbrot.cl, and its results.
struct Picture {
  std::size_t width, height;
  float left, top; ///< the corner's number: c of pixel (0, 0)
  float pixel;     ///< distance of neighbouring pixels
  cl_uint most;    ///< steps at most
  std::vector<cl_uint> steps = std::vector<cl_uint>(width * height);
  std::vector<cl_float2> last = std::vector<cl_float2>(width * height);
};

/// Fills in the results, by the same source compiled as C++ (twin.cpp).
void run_on_host(Picture& picture);
