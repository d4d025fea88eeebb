// The tile has room for the neighbour of the last work-item.
kernel void smooth(global const float* in, global float* out, uint n) {
  local float tile[GROUP + 1];
  const size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = in[min(i, (size_t)n - 1)];
  if (l == GROUP - 1)
    tile[l + 1] = in[min(i + 1, (size_t)n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = 0.5f * (tile[l] + tile[l + 1]);
}
