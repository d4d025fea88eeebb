// The sum of each work-group, as a tree; the local size is a power of two. The condition of the loop calls
// no function: PoCL 3.1 would lose the loop.
kernel void group_sums(global const int* in, global int* sums, local int* tile) {
  const size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t reach = 1; reach < size; reach *= 2) {
    if (l % (2 * reach) == 0)
      tile[l] += tile[l + reach];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}
