// A sum for each work-group. All come to the barrier; those beyond the end have nothing to load.
kernel void group_sums(global const int* in, global int* sums, local int* tile, uint n) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  if (i < n)
    tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (size_t k = 0; k < get_local_size(0) && i + k < n; ++k)
      sum += tile[k];
    sums[get_group_id(0)] = sum;
  }
}
