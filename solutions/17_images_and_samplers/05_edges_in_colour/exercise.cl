// The strength of edges in each channel; out: width x height pixels, row by row

constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void edge_strength(read_only image2d_t in, global float4* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(in);
  if (at.x >= size.x || at.y >= size.y)
    return;
  float4 right = 0.0f, down = 0.0f;
  for (int d = -1; d <= 1; ++d) {
    const float weight = d == 0 ? 2.0f : 1.0f;
    right += weight * (read_imagef(in, edge, at + (int2)(1, d)) -
                       read_imagef(in, edge, at + (int2)(-1, d)));
    down += weight * (read_imagef(in, edge, at + (int2)(d, 1)) -
                      read_imagef(in, edge, at + (int2)(d, -1)));
  }
  out[at.y * size.x + at.x] = sqrt(right * right + down * down);
}
