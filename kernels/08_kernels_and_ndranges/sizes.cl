// Kernels about the sizes of NDRanges and work-groups.
//
// Data      n elements in each buffer; `count` has one int for each work-item that is launched
// NDRange   1-D, global_size >= n, any local_size (required: work-groups of LOCAL_SIZE); no_guard and
//           guarded: 2-D, global_size >= width x height
// Memory    squares: 1 load and 1 store of 4 bytes per element; squares_alone: n of each

#ifndef LOCAL_SIZE
#define LOCAL_SIZE 1
#endif

// [squares]
kernel void squares(global const float* x, global float* y, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) // the guard: the last work-group may reach past the end
    y[i] = x[i] * x[i];
}

// The same with a loop, for a single work-item.
kernel void squares_alone(global const float* x, global float* y, uint n) {
  for (uint i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}
// [/squares]

// How large is my work-group? Where the device has no groups of uneven sizes, all are equal.
kernel void group_sizes(global uint* sizes, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    sizes[i] = get_local_size(0);
}

// Which work-items ran, and which of them had an element?
kernel void who_works(global int* count, uint n) {
  const size_t i = get_global_id(0);
  count[i] += i < n ? 1 : 100; // 100: launched, and sent home by the guard
}

// [required]
kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1))) void
required(global uint* sizes) {
  sizes[get_global_id(0)] = get_local_size(0);
}
// [/required]

// A kernel that needs much: 4 KiB of local memory.
kernel void hungry(global float* y) {
  local float tile[1024];
  for (size_t l = get_local_id(0); l < 1024; l += get_local_size(0))
    tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
}

// [rows]
kernel void guarded(global int* picture, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    picture[y * width + x] = 100 * y + x;
}

kernel void no_guard(global int* picture, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  picture[y * width + x] = 100 * y + x;
}
// [/rows]
