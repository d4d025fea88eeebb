// v6: the mass rides in the fourth component.
//
// Changed: a position is a float4 whose w is the mass. Why: the gap that a float3 leaves is used, position and mass come
// with one load, and the limit of constant memory is gone: any N. The length of d must not contain w; with d.w = 0, the
// velocity has 0 there, and the new position keeps its mass.
//
//   state:  x0 y0 z0 m0  x1 y1 z1 m1  ...  | u0 v0 w0 0  ...           2N float4s
//
// From      v5
// NDRange   N, rounded up to a multiple of GROUP; local size GROUP
// Local     16*GROUP bytes
// Loads     for each group: N float4s; for each work-item: 2 float4s; local: N float4s for each work-item
// Stores    2 float4s for each body; local: N for each group

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_float4(global const float4* state, global float4* next, const int N, const float dt,
             const float softening2) {
  const int item = get_local_id(0), i = get_global_id(0), body = min(i, N - 1);
  local float4 tile[GROUP];

  const float4 position = state[body];
  float4 a = 0.0f;
  for (int first = 0; first < N; first += GROUP) {
    if (first + item < N)
      tile[item] = state[first + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = min(GROUP, N - first);
    for (int j = 0; j < count; ++j) {
      const float4 other = tile[j];
      float4 d = other - position;
      d.w = 0.0f; // the difference of the masses is no length
      const float inverse = 1.0f / sqrt(dot(d, d) + softening2);
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
