// A sum for each work-group, as long as it has 64 work-items.
kernel void group_sums(global const int* in, global int* sums) {
  local int tile[64];
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (size_t k = 0; k < 64; ++k)
      sum += tile[k];
    sums[get_group_id(0)] = sum;
  }
}
