// The mean of 3 x 3 pixels, with 0 outside. Work-groups of SIDE x SIDE.

kernel void mean(global const float* in, global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int py = max(y - 1, 0); py <= min(y + 1, height - 1); ++py)
    for (int px = max(x - 1, 0); px <= min(x + 1, width - 1); ++px)
      sum += in[py * width + px];
  out[y * width + x] = sum / 9.0f;
}
