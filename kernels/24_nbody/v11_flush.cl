// v11: built with -cl-denorms-are-zero.
//
// Changed: the build option alone; the kernel is v10's. Why: a device's instruction for the reciprocal root may take
// numbers below 2^-126 for 0. Where that is not allowed, the compiler scales the argument before and the result after:
// a comparison and two multiplications for each pair. (Here no argument is below the square of the softening.)
//
// From      v10; built with -cl-denorms-are-zero
// NDRange   N, rounded up to a multiple of GROUP; local size GROUP
// Local     16*GROUP bytes
// Loads     for each group: N float4s; for each work-item: 2 float4s; local: ceil(N/GROUP)*GROUP float4s for each
// Stores    2 float4s for each body; local: ceil(N/GROUP)*GROUP for each group

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif
#ifndef UNROLL
#define UNROLL 16
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_flush(global const float4* state, global float4* next, const int N, const float dt,
            const float softening2) {
  const int item = get_local_id(0), i = get_global_id(0), body = min(i, N - 1);
  local float4 tile[GROUP];

  const float4 position = state[body];
  float4 a = 0.0f;
  for (int first = 0; first < N; first += GROUP) {
    tile[item] = first + item < N ? state[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
      float4 d = other - position;
      d.w = 0.0f; // the difference of the masses is no length
      const float inverse = rsqrt(dot(d, d) + softening2);
      a += other.w * inverse * inverse * inverse * d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  const float4 v = state[N + body] + dt * a; // w: 0
  if (i < N) {
    next[i] = position + dt * v;
    next[N + i] = v;
  }
}
// [/kernel]
