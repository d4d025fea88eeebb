// out = the picture, half as large: (width / 2) x (height / 2) pixels, row by row

constant sampler_t four =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void half_size(read_only image2d_t in, global float4* out) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int width = get_image_width(in) / 2, height = get_image_height(in) / 2;
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i)
      sum += read_imagef(in, four, (int2)(2 * x + i, 2 * y + j));
  out[y * width + x] = sum / 4.0f;
}
