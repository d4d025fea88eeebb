// The mean of 3 x 3 pixels. Work-groups of WIDTH x HEIGHT.

constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void blur(read_only image2d_t in, global float4* out) {
  local float4 tile[(HEIGHT + 2) * (WIDTH + 2)];
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int lx = (int)get_local_id(0), ly = (int)get_local_id(1);
  const int left = x - lx - 1, top = y - ly - 1;
  for (int i = ly * WIDTH + lx; i < (HEIGHT + 2) * (WIDTH + 2); i += WIDTH * HEIGHT)
    tile[i] = read_imagef(in, edge, (int2)(left + i % (WIDTH + 2), top + i / (WIDTH + 2)));
  barrier(CLK_LOCAL_MEM_FENCE);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  float4 sum = 0.0f;
  for (int row = ly; row < ly + 3; ++row)
    for (int column = lx; column < lx + 3; ++column)
      sum += tile[row * (WIDTH + 2) + column];
  out[y * size.x + x] = sum / 9.0f;
}
