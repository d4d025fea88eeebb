// v15: SPLIT work-groups share the sums of a block of bodies.
//
// Changed: a second dimension of the NDRange. Its groups take every SPLIT-th tile; a second kernel adds what each has
// found and advances the bodies. Why: SPLIT times as many work-groups. v13 has N/(GROUP*BODIES) of them: 8 at N = 8192.
//
// From      v13; built with -cl-denorms-are-zero
// NDRange   nbody_split: ceil(N/(GROUP*BODIES))*GROUP x SPLIT, local size GROUP x 1; add_and_advance: N, rounded up
// Local     16*GROUP bytes
// Scratch   SPLIT*N float4s
// Needs     SPLIT*N < 2^31
// Loads     nbody_split: for the groups of one block N float4s together; for each work-item 3*BODIES floats; local:
//           ceil(N/GROUP)*GROUP float4s for the SPLIT work-items of one place together
//           add_and_advance: SPLIT + 2 float4s for each body
// Stores    nbody_split: SPLIT*N float4s; local: ceil(N/GROUP)*GROUP for the groups of one block
//           add_and_advance: 2 float4s for each body

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
#ifndef SPLIT
#define SPLIT 16
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_split(global const float4* state, global float4* kicks, const int N, const float dt,
            const float softening2) {
  const int part = get_group_id(1);
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
  local float4 tile[GROUP];

  float px[BODIES], py[BODIES], pz[BODIES];
  float ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const float4 position = state[min(i0 + b * GROUP, N - 1)];
    px[b] = position.x;
    py[b] = position.y;
    pz[b] = position.z;
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  for (int first = part * GROUP; first < N; first += SPLIT * GROUP) {
    tile[item] = first + item < N ? state[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    // [compute]
#pragma unroll UNROLL
    for (int j = 0; j < GROUP; ++j) {
      const float4 other = tile[j];
#pragma unroll
      for (int b = 0; b < BODIES; ++b) {
        const float dx = other.x - px[b];
        const float dy = other.y - py[b];
        const float dz = other.z - pz[b];
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
  for (int b = 0; b < BODIES; ++b)
    if (i0 + b * GROUP < N)
      kicks[part * N + i0 + b * GROUP] = dt * (float4)(ax[b], ay[b], az[b], 0.0f);
}

// [add]
kernel void add_and_advance(global const float4* state, global const float4* kicks,
                            global float4* next, const int N, const float dt) {
  const int i = get_global_id(0);
  if (i >= N)
    return;
  float4 v = state[N + i];
  for (int part = 0; part < SPLIT; ++part)
    v += kicks[part * N + i];
  const float4 position = state[i];
  next[i] = position + dt * v;
  next[N + i] = v;
}
// [/add]
// [/kernel]
