// counts[group] = how many of the group's bytes are equal to x

kernel void count_equal(global const uchar* in, uint n, uchar x, global uint* counts, local uint* tile) {
  const uint i = get_global_id(0), item = get_local_id(0);
  tile[item] = i < n && in[i] == x;
  for (uint reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < reach)
      tile[item] += tile[item + reach];
  }
  if (item == 0)
    counts[get_group_id(0)] = tile[0];
}
