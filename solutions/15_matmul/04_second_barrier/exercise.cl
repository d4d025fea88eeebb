// out[i] = sum over p of in[p] * (i + p); tile: a float for each work-item of the group

kernel void total(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0), l = (uint)get_local_id(0), size = (uint)get_local_size(0);
  float sum = 0.0f;
  for (uint first = 0; first < n; first += size) {
    tile[l] = first + l < n ? in[first + l] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = 0; p < size; ++p)
      sum += tile[p] * (i + first + p);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    out[i] = sum;
}
