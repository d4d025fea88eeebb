#pragma once

#include "common/opencl.hpp"

#include <vector>

/// One command for each of `steps`: the kernel advance(x, n, by), with its arguments as they are now.
std::vector<cl::Kernel> record(const cl::Program& program, const cl::Buffer& x, cl_uint n,
                               const std::vector<cl_uint>& steps);

/// Enqueues all of them in order, each for n work-items.
void replay(const cl::CommandQueue& queue, const std::vector<cl::Kernel>& commands, cl_uint n);
