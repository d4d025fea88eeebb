// out[i] = the mean of a[i] and b[i], rounded to the nearest half; n halves each

kernel void half_way(global const half* a, global const half* b, global half* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    vstore_half_rte((vload_half(i, a) + vload_half(i, b)) / 2, i, out);
}
