#pragma once

#include "common/opencl.hpp"

/// A queue that is out of order and profiles, as far as the device supports it.
cl::CommandQueue best_queue(const cl::Context& context, const cl::Device& device);
