#pragma once

#include "common/opencl.hpp"

/// A queue that is out of order and profiles, or what of both the device supports.
cl::CommandQueue best_queue(const cl::Context& context, const cl::Device& device);
