#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <vector>

using Shape = std::vector<std::size_t>; ///< one number for each dimension

/// The shapes of work-groups, all numbers powers of two, that a launch of `kernel` on `device` may have.
std::vector<Shape> shapes(const cl::Device& device, const cl::Kernel& kernel, int dimensions);
