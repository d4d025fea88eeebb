// out = the picture `in`, as large as out

constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void resize(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(out);
  if (at.x < size.x && at.y < size.y)
    write_imagef(out, at,
                 read_imagef(in, linear, (convert_float2(at) + 0.5f) / convert_float2(size)));
}
