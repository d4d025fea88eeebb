// out[i] = the mean of a[i] and b[i], rounded to the nearest half; n halves each

kernel void half_way(global const half* a, global const half* b, global half* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    ((global ushort*)out)[i] = (((global const ushort*)a)[i] + ((global const ushort*)b)[i]) / 2;
}
