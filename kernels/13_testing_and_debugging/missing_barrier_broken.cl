// Running sums within each work-group. The next round may overwrite what this one has yet to read.
kernel void running_sums(global const int* in, global int* out, local int* tile) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < get_local_size(0); step *= 2) {
    const int left = l >= step ? tile[l - step] : 0;
    tile[l] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[l];
}
