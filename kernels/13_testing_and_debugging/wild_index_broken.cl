// Gathers numbers. The indices are not checked.
kernel void gather(global const float* in, global const int* where, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[where[i]];
}
