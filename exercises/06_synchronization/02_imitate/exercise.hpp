#pragma once

#include "common/opencl.hpp"

#include <vector>

/// Returns when all of `events` are complete; where there are none, when all commands in `queue` are.
void barrier(const cl::CommandQueue& queue, const std::vector<cl::Event>& events);
