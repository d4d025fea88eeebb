#pragma once

#include "common/opencl.hpp"

#include <vector>

/// A read-only buffer that holds `values`, which are not empty.
cl::Buffer make_buffer(const cl::Context& context, const std::vector<float>& values);
