// out[i] = in[i] to the power of EXPONENT

#ifndef EXPONENT
#define EXPONENT 2
#endif

kernel void power(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = in[i];
  float result = 1.0f;
  for (int k = 0; k < EXPONENT; ++k)
    result *= x;
  out[i] = result;
}
