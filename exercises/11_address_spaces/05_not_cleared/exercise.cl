// sums[g] = the sum of the numbers of work-group g; tile: a float for each work-item of the group

kernel void group_sums(global const float* in, global float* sums, local float* tile) {
  local float total;
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    for (size_t k = 0; k < get_local_size(0); ++k)
      total += tile[k];
    sums[get_group_id(0)] = total;
  }
}
