// out = the picture with a frame of n pixels; the sampler takes normalised coordinates

kernel void frame(read_only image2d_t in, sampler_t outside, global float4* out, int n) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  const float2 at = (float2)(x + 0.5f, y + 0.5f) / convert_float2(size);
  out[y * size.x + x] = read_imagef(in, outside, at);
}
