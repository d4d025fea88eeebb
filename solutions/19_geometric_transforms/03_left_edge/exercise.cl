// Shows the input at (x + dx, y + dy). Outside it is 0.

float pixel(global const float* in, int width, int height, int x, int y) {
  return x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
}

kernel void shift(global const float* in, global float* out, int width, int height, float dx, float dy) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float u = x + dx, v = y + dy;
  const int left = (int)floor(u), top = (int)floor(v);
  const float a = u - left, b = v - top;
  const float above = (1 - a) * pixel(in, width, height, left, top) + a * pixel(in, width, height, left + 1, top);
  const float below =
      (1 - a) * pixel(in, width, height, left, top + 1) + a * pixel(in, width, height, left + 1, top + 1);
  out[y * width + x] = (1 - b) * above + b * below;
}
