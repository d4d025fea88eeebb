#pragma once

#include "common/opencl.hpp"

#include <vector>

/// The window of width x height pixels from column x, row y on, of a picture of floats.
std::vector<float> window(const cl::CommandQueue& queue, const cl::Buffer& picture,
                          std::size_t columns, std::size_t x, std::size_t y, std::size_t width,
                          std::size_t height);
