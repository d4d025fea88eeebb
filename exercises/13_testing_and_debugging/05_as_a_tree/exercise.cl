// out[i] = in[i] - the sum of i's work-group; tile: a float for each work-item; the local size is a power of two

kernel void centre_groups(global const float* in, global float* out, local float* tile, uint n) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  const float mine = i < n ? in[i] : 0.0f;
  tile[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f, excess = 0.0f; // compensated: what rounding adds, the next one takes off
  for (size_t k = 0; k < get_local_size(0); ++k) {
    const float next = tile[k] - excess;
    const float more = sum + next;
    excess = (more - sum) - next;
    sum = more;
  }
  if (i < n)
    out[i] = mine - sum;
}
