// out[i] = 1 where in[i] is larger than its neighbours, else 0

kernel void peaks(global const float* in, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = 0;
}
