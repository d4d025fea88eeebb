#pragma once

#include "common/opencl.hpp"

#include <vector>

/// Returns when all of `events` are complete; if there are none, when all commands in `queue` are.
void barrier(const cl::CommandQueue& queue, const std::vector<cl::Event>& events);

/// Returns at once an event that is complete when all of `events` are; there is at least one. `spare` is a buffer of
/// four bytes that no other command uses.
cl::Event marker(const cl::CommandQueue& queue, const cl::Buffer& spare,
                 const std::vector<cl::Event>& events);
