// c1: a structure of arrays, and vectors of 16 bodies. For CPUs.
//
// Changed: coordinates and masses are copied into four arrays first, filled up with zero masses to a multiple of 16; one
// work-item takes BODIES bodies, and meets the others 16 at a time. Why: vectors of 16 floats are what an AVX-512 core
// computes with. x y z m in a row, as in v11, would have to be sorted into such vectors again and again.
//
//   arrays:  x0 x1 x2 ... | y0 y1 ... | z0 z1 ... | m0 m1 ...          4 * ceil16(N) floats
//
// From      v11 (groups are one work-item: tiles and barriers have no use on a CPU)
// NDRange   to_arrays: ceil(N/16); nbody_cpu_soa: ceil(N/BODIES); local size 1
// Scratch   4*ceil(N/16)*16 floats
// Loads     to_arrays: N float4s; nbody_cpu_soa: for each work-item 4*ceil(N/16) float16s and 2*BODIES float4s
// Stores    to_arrays: 4*ceil(N/16)*16; nbody_cpu_soa: 2 float4s for each body

// [kernel]
#ifndef BODIES
#define BODIES 4
#endif

kernel void to_arrays(global const float4* state, global float* arrays, const int N) {
  const int pitch = (N + 15) / 16 * 16, first = get_global_id(0) * 16;
  for (int i = first; i < first + 16; ++i) {
    const float4 body = i < N ? state[i] : (float4)(0.0f);
    arrays[i] = body.x;
    arrays[pitch + i] = body.y;
    arrays[2 * pitch + i] = body.z;
    arrays[3 * pitch + i] = body.w;
  }
}

float sum16(const float16 v) {
  float lanes[16], sum = 0.0f;
  vstore16(v, 0, lanes);
  for (int lane = 0; lane < 16; ++lane)
    sum += lanes[lane];
  return sum;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_cpu_soa(global const float4* state, global const float* arrays, global float4* next,
              const int N, const float dt, const float softening2) {
  const int pitch = (N + 15) / 16 * 16, i0 = get_global_id(0) * BODIES;
  global const float16* x = (global const float16*)arrays;
  global const float16* y = (global const float16*)(arrays + pitch);
  global const float16* z = (global const float16*)(arrays + 2 * pitch);
  global const float16* m = (global const float16*)(arrays + 3 * pitch);

  float4 position[BODIES];
  float16 ax[BODIES], ay[BODIES], az[BODIES];
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    position[b] = state[min(i0 + b, N - 1)];
    ax[b] = ay[b] = az[b] = 0.0f;
  }
  for (int j = 0; j < pitch / 16; ++j) {
    const float16 xj = x[j], yj = y[j], zj = z[j], mj = m[j];
#pragma unroll
    for (int b = 0; b < BODIES; ++b) {
      const float16 dx = xj - position[b].x;
      const float16 dy = yj - position[b].y;
      const float16 dz = zj - position[b].z;
      const float16 inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
      const float16 factor = mj * inverse * (inverse * inverse);
      ax[b] += factor * dx;
      ay[b] += factor * dy;
      az[b] += factor * dz;
    }
  }

#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = i0 + b;
    if (i < N) {
      const float4 v = state[N + i] + dt * (float4)(sum16(ax[b]), sum16(ay[b]), sum16(az[b]), 0.0f);
      next[i] = position[b] + dt * v;
      next[N + i] = v;
    }
  }
}
// [/kernel]
