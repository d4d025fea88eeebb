// out[i] = in[i] squared for all i < n, whatever the number of work-items.

kernel void square(global const float* in, global float* out, uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
    const float x = in[i];
    out[i] = x * x;
  }
}
