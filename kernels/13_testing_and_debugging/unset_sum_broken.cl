// Sums of four. They begin with whatever is in the register.
kernel void sums_of_four(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n / 4)
    return;
  float sum;
  for (uint k = 0; k < 4; ++k)
    sum += in[4 * i + k];
  out[i] = sum;
}
