// out[i] = in[i + 1] - in[i]; in has n + 1 numbers; tile: a float for each work-item of the group, and one more

kernel void differences(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  // TODO: copy what the group needs into the tile
  tile[l] = 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n)
    out[i] = tile[l + 1] - tile[l];
}
