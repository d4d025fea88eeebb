#pragma once

#include "common/opencl.hpp"

#include <vector>

/// `count` sub-buffers that cover `buffer` from its beginning to its end.
std::vector<cl::Buffer> parts(cl::Buffer buffer, const cl::Device& device, std::size_t count);
