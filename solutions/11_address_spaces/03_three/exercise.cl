// out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3, with 0 outside

kernel void smooth(global const float* in, global float* out, local float* tile, uint n) {
  const size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  tile[l + 1] = i < n ? in[i] : 0.0f;
  if (l == 0)
    tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (l == size - 1)
    tile[size + 1] = i + 1 < n ? in[i + 1] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = (tile[l] + tile[l + 1] + tile[l + 2]) / 3.0f;
}
