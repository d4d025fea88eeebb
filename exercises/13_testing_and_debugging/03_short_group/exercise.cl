// maxima[g] = the largest number of work-group g; tile: a float for each work-item of the group

kernel void group_maxima(global const float* in, global float* maxima, local float* tile, uint n) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  if (i < n)
    tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    float largest = tile[0];
    for (size_t k = 1; k < get_local_size(0); ++k)
      largest = fmax(largest, tile[k]);
    maxima[get_group_id(0)] = largest;
  }
}
