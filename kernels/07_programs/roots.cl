// Two kernels that need a function of another file.
//
// Data      a, b, c: the coefficients of n equations a x^2 + b x + c = 0, a and b not 0
//           x: both roots of each, NaN where they are not real; real: 1 or 0
// NDRange   1-D, global_size >= n, any local_size
// Memory    roots: 3 loads of 4 bytes and 1 store of 8 per equation; count_real: 3 loads, 1 store of 4

#include "discriminant.clh"

kernel void roots(global const float* a, global const float* b, global const float* c,
                  global float2* x, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float d = discriminant(a[i], b[i], c[i]);
  // -b and the root of d with the same sign: nothing cancels. The other root is c / (a x).
  const float q = -0.5f * (b[i] + copysign(sqrt(d), b[i]));
  x[i] = d < 0.0f ? (float2)(NAN) : (float2)(q / a[i], c[i] / q);
}

kernel void count_real(global const float* a, global const float* b, global const float* c,
                       global int* real, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    real[i] = discriminant(a[i], b[i], c[i]) >= 0.0f;
}
