#pragma once

#include "common/opencl.hpp"

/// Squares the first n numbers of `buffer` with native kernels of at most `block` elements each.
/// `queue` is in order.
void enqueue_squares(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t n,
                     std::size_t block);
