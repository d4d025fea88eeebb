// out: the red of the volume `in`, made width x height x depth large

constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void resize(read_only image3d_t in, global float* out, int width, int height, int depth) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
  if (x >= width || y >= height || z >= depth)
    return;
  const float4 at = (float4)((x + 0.5f) / width, (y + 0.5f) / height, z, 0.0f);
  out[(z * height + y) * width + x] = read_imagef(in, linear, at).x;
}
