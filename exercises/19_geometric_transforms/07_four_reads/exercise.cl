// A cubic B-spline of 4 x 4 pixels at (x, y) / scale.

constant sampler_t one_pixel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

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
  const float a[4] = {across.x, across.y, across.z, across.w}, d[4] = {down.x, down.y, down.z, down.w};
  float4 sum = 0.0f;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      sum += a[i] * d[j] * read_imagef(in, one_pixel, (int2)((int)floor(u) - 1 + i, (int)floor(v) - 1 + j));
  out[y * width + x] = sum;
}
