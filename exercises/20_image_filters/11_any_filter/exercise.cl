// Any filter of rows x columns weights, on a picture in colour.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void filter(read_only image2d_t in, global float4* out, constant float* weights, int rows, int columns,
                   float offset) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= get_image_width(in) || y >= get_image_height(in))
    return;
  out[y * get_image_width(in) + x] = read_imagef(in, nearest, (int2)(x, y));
}
