// mathematics: a kernel whose time is spent in functions, and whose result depends on how exactly
// they are computed. Each work-item sums TERMS terms.
//
// Data      x: n floats in [0, 1); y: n sums; both in global memory
// NDRange   1-D, global_size >= n, any local_size
// Work      a sine, an exponential, a square root and a division per term

#ifndef TERMS
#define TERMS 16
#endif

kernel void mathematics(global const float* x, global float* y, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (int k = 1; k <= TERMS; ++k) {
    const float t = x[i] + (float)k / TERMS;
    sum += sin(t) * exp(-t) / sqrt(1.0f + t);
  }
  y[i] = sum;
}
