// out[i] = the larger one of a[i] and b[i], for numbers of the type TYPE

kernel void larger(global const float* a, global const float* b, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = fmax(a[i], b[i]);
}
