#pragma once

#include "common/opencl.hpp"

/// Copies the first `bytes` bytes of `a`, of the context of `from`, into `b`, of the context of `to`.
void copy_across(const cl::CommandQueue& from, const cl::Buffer& a, const cl::CommandQueue& to,
                 const cl::Buffer& b, std::size_t bytes);
