// A cubic B-spline of 4 x 4 pixels at (x, y) / scale.

constant sampler_t mixed = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// The weights of the four pixels around a place that lies t beyond the second one.
float4 spline(const float t) {
  const float s = 1.0f - t;
  return (float4)(s * s * s, (3.0f * t - 6.0f) * t * t + 4.0f, (3.0f * s - 6.0f) * s * s + 4.0f, t * t * t) / 6.0f;
}

kernel void enlarge(read_only image2d_t in, global float4* out, int width, int height, float scale) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float u = x / scale, v = y / scale;
  const float4 across = spline(u - floor(u)), down = spline(v - floor(v));
  const float2 pairs_across = across.xz + across.yw, pairs_down = down.xz + down.yw;
  const float2 at_x = floor(u) - 0.5f + (float2)(0.0f, 2.0f) + across.yw / pairs_across;
  const float2 at_y = floor(v) - 0.5f + (float2)(0.0f, 2.0f) + down.yw / pairs_down;
  out[y * width + x] =
      pairs_down.x * (pairs_across.x * read_imagef(in, mixed, (float2)(at_x.x, at_y.x)) +
                      pairs_across.y * read_imagef(in, mixed, (float2)(at_x.y, at_y.x))) +
      pairs_down.y * (pairs_across.x * read_imagef(in, mixed, (float2)(at_x.x, at_y.y)) +
                      pairs_across.y * read_imagef(in, mixed, (float2)(at_x.y, at_y.y)));
}
