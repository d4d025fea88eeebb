#pragma once

#include "common/opencl.hpp"

#include <vector>

/// Weights that are not negative and add up to 1, in units of 1/256: whole numbers that add up to 256.
std::vector<cl_uint> whole_weights(const std::vector<float>& weights);
