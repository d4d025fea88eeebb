#pragma once

#include "common/opencl.hpp"

#include <cstddef>

struct Range {
  std::size_t global, local;
};

/// The range for a kernel that counts `pixels` pixels in 256 counters of local memory. See the task.
Range choose(const cl::Device& device, const cl::Kernel& kernel, std::size_t pixels);
