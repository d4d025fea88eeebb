// c2: vectors of the work-item's own bodies.
//
// Changed: the 16 places of a vector are 16 of the work-item's own bodies, not 16 of the others; WIDTH such vectors. The other
// body is the same for all places. Why: no arrays to be made, no sums across a vector at the end, and 4 floats loaded for
// 16*WIDTH pairs instead of 64 floats for 16*BODIES.
//
// From      c1
// NDRange   ceil(N/(16*WIDTH)); local size 1
// Loads     for each work-item: N float4s, and 2*16*WIDTH float4s of its own bodies      Stores: 2 float4s for each body

// [kernel]
#ifndef WIDTH
#define WIDTH 2
#endif

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
nbody_cpu_vectors(global const float4* state, global float4* next, const int N, const float dt,
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
      const float16 inverse = rsqrt(dx * dx + (dy * dy + (dz * dz + softening2)));
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
