// A sum for each work-group, of any size up to 64, at its place.
kernel void group_sums(global const int* in, global int* sums) {
  local int tile[64];
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (size_t k = 0; k < get_local_size(0); ++k)
      sum += tile[k];
    sums[get_group_id(0)] = sum;
  }
}
