// As much of OpenCL C as mandelbrot.cl needs, in C++: so that the host compiles the same file.
//
// It serves kernels without barriers and local memory: the work-items run one after the other.
#pragma once

#include <cstddef>
#include <cstdint>

// [shim]
namespace opencl_c {

using std::size_t;
using uint = std::uint32_t;

struct alignas(8) float2 {
  float x, y;
};
constexpr float2 operator+(float2 a, float2 b) {
  return {a.x + b.x, a.y + b.y};
}
constexpr float2 operator*(float s, float2 v) {
  return {s * v.x, s * v.y};
}

/// Who am I? run_range() says it before each call of the kernel.
inline thread_local size_t global_id[2], global_size[2];

inline size_t get_global_id(uint dimension) {
  return global_id[dimension];
}
inline size_t get_global_size(uint dimension) {
  return global_size[dimension];
}

/// Calls `kernel` once for each work-item of a 2-D range.
template <typename Kernel>
void run_range(size_t width, size_t height, const Kernel& kernel) {
  global_size[0] = width;
  global_size[1] = height;
  for (global_id[1] = 0; global_id[1] < height; ++global_id[1])
    for (global_id[0] = 0; global_id[0] < width; ++global_id[0])
      kernel();
}

} // namespace opencl_c
// [/shim]
