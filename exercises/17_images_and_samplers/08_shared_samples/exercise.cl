// The mean of 3 x 3 pixels. Work-groups of WIDTH x HEIGHT.

constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void blur(read_only image2d_t in, global float4* out) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  float4 sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += read_imagef(in, edge, (int2)(x + dx, y + dy));
  out[y * size.x + x] = sum / 9.0f;
}
