// Multiply-adds: independent ones, wide ones, and many for each word of memory.
//
// CHAINS    how many values a work-item keeps that do not depend on each other
// WIDTH     of the vectors: 1, 2, 4, 8, 16
//
// With factor = 1 and term = 1 every result is exact: the start plus the number of rounds.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if WIDTH == 1
typedef float vector_t;
#define LOAD(i, from) (from)[i]
#define STORE(value, i, to) (to)[i] = (value)
#else
typedef JOIN(float, WIDTH) vector_t;
#define LOAD(i, from) JOIN(vload, WIDTH)(i, from)
#define STORE(value, i, to) JOIN(vstore, WIDTH)(value, i, to)
#endif

// [chains]
// NDRange: 1-D. Work: CHAINS * WIDTH * rounds multiply-adds for each work-item; memory: WIDTH stores.
kernel void chains(global float* result, float factor, float term, uint rounds) {
  vector_t x[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    x[c] = (vector_t)((float)(c + get_local_id(0) % 8));
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      x[c] = x[c] * factor + term; // needs the x[c] of the round before, and no other
  }
  vector_t sum = (vector_t)(0.0f);
  for (int c = 0; c < CHAINS; ++c)
    sum += x[c];
  STORE(sum, get_global_id(0), result);
}
// [/chains]

// [copy]
// NDRange: 1-D, a work-item for each vector. Traffic: 8 * WIDTH bytes for each.
kernel void copy(global const float* restrict in, global float* restrict out) {
  const size_t i = get_global_id(0);
  STORE(LOAD(i, in), i, out);
}
// [/copy]

// [stream]
// NDRange: 1-D, a work-item for CHAINS vectors. Traffic: 8 bytes for each number; work: `rounds`
// multiply-adds for each. So rounds / 4 operations for each byte.
kernel void stream(global const float* restrict in, global float* restrict out, float factor, float term,
                   uint rounds) {
  const size_t step = get_local_size(0); // neighbours read neighbours, in a block for each work-group
  const size_t i = get_group_id(0) * CHAINS * step + get_local_id(0);
  vector_t x[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    x[c] = LOAD(i + c * step, in);
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      x[c] = x[c] * factor + term;
  }
  for (int c = 0; c < CHAINS; ++c)
    STORE(x[c], i + c * step, out);
}
// [/stream]
