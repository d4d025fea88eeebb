#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// A two-dimensional NDRange; [0] is x. Each global size is a multiple of the local size.
struct Range {
  std::size_t offset[2], global_size[2], local_size[2];
};

/// Runs the kernel of kernels/10_types_and_operators/indices.cl on the host, once for each work-item of the range.
/// `out` has room for 16 numbers for each of them.
void run_indices(std::vector<std::uint32_t>& out, const Range& range);
