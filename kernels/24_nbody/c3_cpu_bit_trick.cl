// c3: the reciprocal root by a trick with bits and two Newton steps.
//
// Changed: quick_rsqrt() for rsqrt(). Why: on a CPU rsqrt is a root and a division, which take longer than all
// the rest of a pair. The relative error is 6.3e-7, six times that of a rounded result, and always to the same side.
//
// From      c2
// NDRange   ceil(N/(16*WIDTH)); local size 1
// Loads     for each work-item: N float4s, and 2*16*WIDTH float4s of its own bodies      Stores: 2 float4s for each body

// [kernel]
#ifndef WIDTH
#define WIDTH 2
#endif

// [rsqrt]
// 1 / sqrt(x) without a root and without a division. Half of a float's bits, subtracted from a constant, are the bits of
// its reciprocal root to 3.5 %; a first Newton step with constants chosen for the smallest error brings that to 6.5e-4, a
// second one to 6.3e-7 (and rounding).
float16 quick_rsqrt(const float16 x) {
  float16 y = as_float16(0x5f1ffff9 - (as_int16(x) >> 1));
  y = 0.703952253f * y * (2.38924456f - x * y * y);
  return y * (1.5f - 0.5f * x * y * y);
}
// [/rsqrt]

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_cpu_bit_trick(global const float4* state, global float4* next, const int N, const float dt,
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
