// v5: a tile of positions in local memory.
//
// Changed: a work-group copies GROUP positions, one for each work-item, then all of its work-items compute with the whole
// tile, then comes the next tile. Why: a position is read from global memory once for a group, not once for a body: 1/GROUP
// loads for each pair.
//
//   tile k:   copy | barrier | compute | barrier       the second one: nobody overwrites what another still reads
//
// Work-items beyond the last body copy and wait like all others, for body N-1, and store nothing.
//
// From      v4
// NDRange   N, rounded up to a multiple of GROUP; local size GROUP
// Local     16*GROUP bytes
// Needs     4*N bytes <= CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE
// Loads     for each group: N of 16 bytes; for each work-item: 2 of 16 bytes, and N floats of constant memory;
//           local: N of 16 bytes for each work-item
// Stores    2 of 16 bytes for each body; local: N for each group

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_local_tiles(global const float3* state, constant float* mass, global float3* next,
                  const int N, const float dt, const float softening2) {
  const int item = get_local_id(0), i = get_global_id(0), body = min(i, N - 1);
  local float3 tile[GROUP];

  const float3 position = state[body];
  float3 a = 0.0f;
  for (int first = 0; first < N; first += GROUP) {
    if (first + item < N)
      tile[item] = state[first + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = min(GROUP, N - first);
    for (int j = 0; j < count; ++j) {
      const float3 d = tile[j] - position;
      const float inverse = 1.0f / sqrt(dot(d, d) + softening2);
      a += mass[first + j] * inverse * inverse * inverse * d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  const float3 v = state[N + body] + dt * a;
  if (i < N) {
    next[i] = position + dt * v;
    next[N + i] = v;
  }
}
// [/kernel]
