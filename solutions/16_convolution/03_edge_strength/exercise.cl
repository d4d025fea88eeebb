// The strength of edges; width x height pixels, row by row

float pixel(global const float* in, int x, int y, int width, int height) {
  return in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

kernel void edge_strength(global const float* in, global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float right = 0.0f, down = 0.0f;
  for (int d = -1; d <= 1; ++d) {
    const float weight = d == 0 ? 2.0f : 1.0f;
    right += weight * (pixel(in, x + 1, y + d, width, height) - pixel(in, x - 1, y + d, width, height));
    down += weight * (pixel(in, x + d, y + 1, width, height) - pixel(in, x + d, y - 1, width, height));
  }
  out[y * width + x] = sqrt(right * right + down * down);
}
