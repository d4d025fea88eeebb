#pragma once

#include "common/opencl.hpp"

#include <vector>

/// Returns at once an event that ends when all of `events` have ended: with CL_COMPLETE, or with the
/// negative status of one of them that failed.
cl::Event when_all(const cl::Context& context, const std::vector<cl::Event>& events);
