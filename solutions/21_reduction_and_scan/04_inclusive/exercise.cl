// out[i] = sum of the group's numbers up to and including in[i]

kernel void running(global const int* in, uint n, global int* out, local int* tile) {
  const uint i = get_global_id(0), item = get_local_id(0);
  tile[item] = i < n ? in[i] : 0;
  for (uint stride = 1; stride < get_local_size(0); stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int left = item >= stride ? tile[item - stride] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[item] += left;
  }
  if (i < n)
    out[i] = tile[item];
}
