// v16: the tile in registers; bodies are handed round by shuffles. NVIDIA only, through PTX.
//
// Changed: a sub-group of 32 work-items keeps a tile of 32 bodies, one for each work-item, and each in turn shows its own to
// the others. Why: no local memory, no barrier. What it costs: 4 shuffles for each body instead of one 16-byte load, and a
// unit hands round 32 words a clock.
// On other devices (SHUFFLE 0) a tile of 32 in local memory takes their place, so that the rest can be tried anywhere.
//
// From      v13; built with -cl-denorms-are-zero
// NDRange   ceil(N/(GROUP*BODIES))*GROUP; local size GROUP
// Needs     GROUP % 32 == 0; with SHUFFLE 1 an NVIDIA GPU. With SHUFFLE 0 GROUP == 32
// Local     none; with SHUFFLE 0 512 bytes
// Loads     for each sub-group: N float4s; for each work-item: 2*BODIES float4s      Stores: 2 float4s for each body

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
#ifndef SHUFFLE
#define SHUFFLE 0
#endif

#if SHUFFLE
// [shuffle]
// The value that work-item `lane` of the sub-group has.
float from_lane(const float value, const int lane) {
  float result;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
               : "=f"(result)
               : "f"(value), "r"(lane));
  return result;
}
// [/shuffle]
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nbody_shuffles(global const float4* state, global float4* next, const int N, const float dt,
               const float softening2) {
  const int item = get_local_id(0), i0 = get_group_id(0) * GROUP * BODIES + item;
#if !SHUFFLE
  local float4 tile[32];
#endif

  float4 position[BODIES];
  float ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    position[b] = state[min(i0 + b * GROUP, N - 1)];
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  for (int first = 0; first < N; first += 32) {
    const int mine = first + item % 32;
    const float4 body = mine < N ? state[mine] : (float4)(0.0f);
#if !SHUFFLE
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[item] = body;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll UNROLL
    for (int j = 0; j < 32; ++j) {
#if SHUFFLE
      const float4 other = (float4)(from_lane(body.x, j), from_lane(body.y, j),
                                    from_lane(body.z, j), from_lane(body.w, j));
#else
      const float4 other = tile[j];
#endif
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
