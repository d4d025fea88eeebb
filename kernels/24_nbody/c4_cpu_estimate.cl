// c4: the reciprocal root by the processor's estimate and one Newton step.
//
// Changed: quick_rsqrt() starts from an instruction of AVX-512, which PoCL's compiler, clang, has a function for. Why: 14 good
// bits at once; the step doubles them. On other processors, and in the simulator, this is c3.
//
// From      c3
// Needs     AVX-512 to be what it is; runs everywhere
// NDRange   ceil(N/(16*WIDTH)); local size 1
// Loads     for each work-item: N float4s, and 2*16*WIDTH float4s of its own bodies      Stores: 2 float4s for each body

// [kernel]
#ifndef WIDTH
#define WIDTH 2
#endif

// [rsqrt]
// 1 / sqrt(x) from the processor's own estimate, good to 14 bits, and one Newton step. The estimate has no name in OpenCL C;
// this is clang's.
float16 quick_rsqrt(const float16 x) {
#if defined(__AVX512F__)
  const float16 y = __builtin_ia32_rsqrt14ps512_mask(x, x, (ushort)-1);
#else
  float16 y = as_float16(0x5f1ffff9 - (as_int16(x) >> 1));
  y = 0.703952253f * y * (2.38924456f - x * y * y);
#endif
  return y * (1.5f - 0.5f * x * y * y);
}
// [/rsqrt]

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_cpu_estimate(global const float4* state, global float4* next, const int N, const float dt,
                   const float softening2) {
  const int i0 = get_global_id(0) * 16 * WIDTH;
  float own[3][16 * WIDTH];
  for (int i = 0; i < 16 * WIDTH; ++i) {
    const float4 body = state[min(i0 + i, N - 1)];
    own[0][i] = body.x;
    own[1][i] = body.y;
    own[2][i] = body.z;
  }
  float16 x[WIDTH], y[WIDTH], z[WIDTH], ax[WIDTH], ay[WIDTH], az[WIDTH];
#pragma unroll
  for (int w = 0; w < WIDTH; ++w) {
    x[w] = vload16(w, own[0]);
    y[w] = vload16(w, own[1]);
    z[w] = vload16(w, own[2]);
    ax[w] = ay[w] = az[w] = 0.0f;
  }

  // [compute]
  for (int j = 0; j < N; ++j) {
    const float4 other = state[j];
#pragma unroll
    for (int w = 0; w < WIDTH; ++w) {
      const float16 dx = other.x - x[w];
      const float16 dy = other.y - y[w];
      const float16 dz = other.z - z[w];
      const float16 inverse = quick_rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
      const float16 factor = other.w * inverse * (inverse * inverse);
      ax[w] += factor * dx;
      ay[w] += factor * dy;
      az[w] += factor * dz;
    }
  }
  // [/compute]

#pragma unroll
  for (int w = 0; w < WIDTH; ++w) {
    vstore16(ax[w], w, own[0]);
    vstore16(ay[w], w, own[1]);
    vstore16(az[w], w, own[2]);
  }
  for (int k = 0; k < 16 * WIDTH && i0 + k < N; ++k) {
    const int i = i0 + k;
    const float4 position = state[i];
    const float4 v = state[N + i] + dt * (float4)(own[0][k], own[1][k], own[2][k], 0.0f);
    next[i] = position + dt * v;
    next[N + i] = v;
  }
}
// [/kernel]
