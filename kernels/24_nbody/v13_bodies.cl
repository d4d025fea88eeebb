// v13: BODIES bodies for each work-item.
//
// Changed: a work-item keeps BODIES positions and sums in registers, and uses every body of the tile for all of them.
// Why: one local load feeds BODIES pairs, and BODIES independent sums hide each other's latency. There are fewer
// work-items: N has to be large to fill the device.
//
//   group g:  bodies g*GROUP*BODIES + item + b*GROUP,   b = 0 .. BODIES-1       neighbours load neighbours
//
// From      v11; built with -cl-denorms-are-zero
// NDRange   ceil(N/(GROUP*BODIES))*GROUP; local size GROUP
// Local     16*GROUP bytes
// Loads     for each group: N float4s; for each work-item: 2*BODIES float4s; local: ceil(N/GROUP)*GROUP float4s for each
// Stores    2 float4s for each body; local: ceil(N/GROUP)*GROUP for each group

// [kernel]
#ifndef GROUP
#define GROUP 256
#endif
#ifndef UNROLL
#define UNROLL 16
#endif
#ifndef BODIES
#define BODIES 4
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_bodies(global const float4* state, global float4* next, const int N, const float dt,
             const float softening2) {
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
  local float4 tile[GROUP];

  float4 position[BODIES];
  float ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    position[b] = state[min(i0 + b * GROUP, N - 1)];
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  for (int first = 0; first < N; first += GROUP) {
    tile[item] = first + item < N ? state[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    // [compute]
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
#pragma unroll
      for (int b = 0; b < BODIES; ++b) {
        const float dx = other.x - position[b].x;
        const float dy = other.y - position[b].y;
        const float dz = other.z - position[b].z;
        const float inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
        const float factor = other.w * inverse * (inverse * inverse);
        ax[b] += factor * dx;
        ay[b] += factor * dy;
        az[b] += factor * dz;
      }
    }
    // [/compute]
    barrier(CLK_LOCAL_MEM_FENCE);
  }

#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b * GROUP;
    if (i < N) {
      const float4 v = state[N + i] + dt * (float4)(ax[b], ay[b], az[b], 0.0f);
      next[i] = position[b] + dt * v;
      next[N + i] = v;
    }
  }
}
// [/kernel]
