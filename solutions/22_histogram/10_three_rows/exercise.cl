// row c of `counts` = the histogram of channel c; one work-group for each channel

kernel void histogram(global const uchar4* in, uint n, write_only image1d_array_t counts, local uint* mine) {
  const int channel = get_group_id(0);
  for (int v = get_local_id(0); v < 256; v += get_local_size(0))
    mine[v] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) {
    const uchar4 p = in[i];
    atomic_inc(&mine[channel == 0 ? p.x : channel == 1 ? p.y : p.z]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int v = get_local_id(0); v < 256; v += get_local_size(0))
    write_imageui(counts, (int2)(v, channel), (uint4)(mine[v], 0, 0, 0));
}

// out = the number of pixels that have this pixel's red, its green, and its blue; a work-item for each pixel
kernel void how_often(global const uchar4* in, uint n, read_only image1d_array_t counts, global uint4* out) {
  const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const uchar4 p = in[i];
  out[i] = (uint4)(read_imageui(counts, exact, (int2)(p.x, 0)).x,
                   read_imageui(counts, exact, (int2)(p.y, 1)).x,
                   read_imageui(counts, exact, (int2)(p.z, 2)).x, 0);
}
