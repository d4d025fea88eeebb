// out[i] = in[i] squared for all i < n, whatever the number of work-items.

kernel void square(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i] * in[i];
}
