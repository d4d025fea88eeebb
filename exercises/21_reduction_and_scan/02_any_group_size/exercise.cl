// sums[group] = sum of the group's numbers

kernel void group_sums(global const int* in, uint n, global int* sums, local int* tile) {
  const uint i = get_global_id(0), item = get_local_id(0);
  tile[item] = i < n ? in[i] : 0;
  for (uint reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < reach)
      tile[item] += tile[item + reach];
  }
  if (item == 0)
    sums[get_group_id(0)] = tile[0];
}
