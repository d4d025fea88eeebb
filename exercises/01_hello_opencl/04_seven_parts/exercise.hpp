#pragma once

#include "common/opencl.hpp"

#include <vector>

/// `a`, which is not empty, from its last element to its first: reversed by a kernel on `device`.
std::vector<float> reversed(const cl::Device& device, const std::vector<float>& a);
