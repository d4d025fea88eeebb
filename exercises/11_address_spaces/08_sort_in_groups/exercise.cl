// Each work-group sorts its own numbers, the smallest first.

kernel void sort(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  const uint members = min((uint)get_local_size(0), n - (i - l));
  if (i < n)
    tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  uint before = 0;
  for (uint k = 0; k < members; ++k)
    if (tile[k] < tile[l] || (tile[k] == tile[l] && k < l))
      ++before;
  out[i - l + before] = tile[l];
}
