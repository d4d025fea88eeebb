// The work-item after the last four does the rest, one by one.
kernel void twice(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n / 4)
    vstore4(2.0f * vload4(i, in), i, out);
  else
    for (size_t k = 4 * i; k < n; ++k)
      out[k] = 2.0f * in[k];
}
