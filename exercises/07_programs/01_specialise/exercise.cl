// out[i] = in[i] to the power of EXPONENT

kernel void power(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i] * in[i];
}
