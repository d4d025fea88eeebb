// Shows the input at the pixel nearest to (m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]). Four outputs side by
// side for each work-item.

kernel void warp(global const float* in, global float* out, int width, int height, constant float* m) {
  const int n = get_global_id(0), y = get_global_id(1);
  if (4 * n >= width || y >= height)
    return;
  const float step_u = m[0], row_u = m[1] * y + m[2];
  const float step_v = m[3], row_v = m[4] * y + m[5];
  for (int x = 4 * n; x < min(4 * n + 4, width); ++x) {
    const float u = step_u * x + row_u;
    const float v = step_v * x + row_v;
    float result = 0.0f;
    if (u >= -0.5f && v >= -0.5f && u < width - 0.5f && v < height - 0.5f)
      result = in[(int)floor(v + 0.5f) * width + (int)floor(u + 0.5f)];
    out[y * width + x] = result;
  }
}
