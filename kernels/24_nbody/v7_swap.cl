// v7: two states that take turns.
//
// Changed: on the host only. The new state is written where the next step will read it; the two buffers change their roles
// after each step. Why: v1 to v6 copy the new state back, which is a command more and 64*N bytes of traffic.
//
// From      v6; NDRange, loads and stores as there

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_swap(global const float4* state, global float4* next, const int N, const float dt,
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
