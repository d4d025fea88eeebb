// v14: lengths scaled so that the mass need not be multiplied.
//
// Changed: body j's tile entry holds s x, s y, s z and s = 1/sqrt(m), and softening² s² beside it. A distance is measured
// in units of 1/s, in the same number of instructions, because a subtraction becomes a multiply-add:
//
//   d' = s xj - s xi = s d          factor = 1 / (d'² + softening² s²)^(3/2) = m^(3/2) / (d² + softening²)^(3/2)
//   factor d' = m d / (d² + softening²)^(3/2)
//
// Why: 12 instructions for each pair instead of 13. The price: s xj is rounded, so that every body pulls from a place that
// is wrong by up to half an ulp of its coordinates (and pulls itself, a little). A mass of 0 has s = 0 and softening
// infinity, whose reciprocal root is 0.
//
// From      v13; built with -cl-denorms-are-zero
// NDRange   ceil(N/(GROUP*BODIES))*GROUP; local size GROUP
// Local     20*GROUP bytes
// Needs     masses >= 0
// Loads     as v13; local: ceil(N/GROUP)*GROUP float4s and as many floats for each work-item
// Stores    2 float4s for each body; local: ceil(N/GROUP)*GROUP float4s and as many floats for each group

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
nbody_scaled(global const float4* state, global float4* next, const int N, const float dt,
             const float softening2) {
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
  local float4 tile[GROUP];     // coordinates times s, and s = 1 / sqrt(mass)
  local float softening[GROUP]; // times s²

  float4 position[BODIES];
  float ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    position[b] = state[min(i0 + b * GROUP, N - 1)];
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  for (int first = 0; first < N; first += GROUP) {
    const float4 mine = first + item < N ? state[first + item] : (float4)(0.0f);
    const float s = mine.w > 0.0f ? 1.0f / sqrt(mine.w) : 0.0f;
    tile[item] = s * (float4)(mine.x, mine.y, mine.z, 1.0f);
    softening[item] = mine.w > 0.0f ? softening2 * s * s : INFINITY;
    barrier(CLK_LOCAL_MEM_FENCE);
    // [compute]
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
      const float softening2_j = softening[j];
#pragma unroll
      for (int b = 0; b < BODIES; ++b) {
        const float dx = other.x - other.w * position[b].x;
        const float dy = other.y - other.w * position[b].y;
        const float dz = other.z - other.w * position[b].z;
        const float inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2_j)));
        const float factor = inverse * (inverse * inverse);
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
