// p1: the work-item's own bodies in vectors of LANES: pairs, fours, eights or sixteens.
//
// Changed: x, y and z of LANES bodies are one vector, so that one expression computes LANES pairs. Why: a device with
// packed instructions needs one for LANES additions or multiply-adds. v13 leaves it to the compiler to find them.
//
//   LANES = 2, BODIES = 4:     x[0] = (x of body 0, x of body 1)     x[1] = (x of body 2, x of body 3)
//
// From      v13; built with -cl-denorms-are-zero
// NDRange   ceil(N/(GROUP*BODIES))*GROUP; local size GROUP
// Local     16*GROUP bytes
// Needs     BODIES a multiple of LANES; LANES 2, 4, 8 or 16
// Loads     for each group: N float4s; for each work-item: BODIES float4s, and 2 for each body that it stores;
//           local: ceil(N/GROUP)*GROUP float4s for each work-item
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
#ifndef LANES
#define LANES 2
#endif
#define VECTORS (BODIES / LANES)
#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b) // expands LANES first
#define floatL JOINED(float, LANES)
#define vloadL JOINED(vload, LANES)
#define vstoreL JOINED(vstore, LANES)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_pairs(global const float4* state, global float4* next, const int N, const float dt,
            const float softening2) {
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
  local float4 tile[GROUP];

  float own[3][BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const float4 body = state[min(i0 + b * GROUP, N - 1)];
    own[0][b] = body.x;
    own[1][b] = body.y;
    own[2][b] = body.z;
  }
  floatL x[VECTORS], y[VECTORS], z[VECTORS], ax[VECTORS], ay[VECTORS], az[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    x[v] = vloadL(v, own[0]);
    y[v] = vloadL(v, own[1]);
    z[v] = vloadL(v, own[2]);
    ax[v] = ay[v] = az[v] = 0.0f;
  }
  for (int first = 0; first < N; first += GROUP) {
    tile[item] = first + item < N ? state[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    // [compute]
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        const floatL dx = other.x - x[v];
        const floatL dy = other.y - y[v];
        const floatL dz = other.z - z[v];
        const floatL inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
        const floatL factor = other.w * inverse * (inverse * inverse);
        ax[v] += factor * dx;
        ay[v] += factor * dy;
        az[v] += factor * dz;
      }
    }
    // [/compute]
    barrier(CLK_LOCAL_MEM_FENCE);
  }

#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    vstoreL(ax[v], v, own[0]);
    vstoreL(ay[v], v, own[1]);
    vstoreL(az[v], v, own[2]);
  }
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b * GROUP;
    if (i < N) {
      const float4 v = state[N + i] + dt * (float4)(own[0][b], own[1][b], own[2][b], 0.0f);
      next[i] = state[i] + dt * v;
      next[N + i] = v;
    }
  }
}
// [/kernel]
