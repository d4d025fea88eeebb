#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

/// Chooses one of `devices`. `wanted` is the value of --device, or empty; then the environment
/// variable OCL_DEVICE counts. It says gpu, cpu, accelerator, an index into `devices`, part of the
/// name of a device or its platform, or nothing. Of several that fit, the first GPU is taken, else
/// the first. Throws common::Error where nothing fits.
cl::Device choose(const std::vector<cl::Device>& devices, const std::string& wanted);
