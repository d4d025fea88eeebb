// out[i] = sum of in from the last head up to i, within the group

kernel void segments(global const int* in, global const uchar* heads, uint n, global int* out,
                     local int* sums, local int* flags) {
  const uint i = get_global_id(0), item = get_local_id(0);
  sums[item] = i < n ? in[i] : 0;
  flags[item] = i < n ? heads[i] != 0 : 0;
  for (uint stride = 1; stride < get_local_size(0); stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int left = item >= stride ? sums[item - stride] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[item] += left;
  }
  if (i < n)
    out[i] = sums[item];
}
