#pragma once

#include "common/opencl.hpp"

/// The largest local size that divides `global`, which has one to three dimensions. Throws
/// std::invalid_argument if the kernel requires a size that does not divide it.
cl::NDRange dividing(const cl::Device& device, const cl::Kernel& kernel, const cl::NDRange& global);
