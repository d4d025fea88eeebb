// out: (width - 2) x (height - 2) weighted sums of 3 x 3 pixels; each work-item computes WIDTH x HEIGHT of them

kernel void filter(global const float* in, constant float* weights, global float* out, int width, int height) {
  const int left = WIDTH * (int)get_global_id(0), top = HEIGHT * (int)get_global_id(1);
  if (left >= width - 2 || top >= height - 2)
    return;
  for (int y = top; y < min(top + HEIGHT, height - 2); ++y)
    for (int x = left; x < min(left + WIDTH, width - 2); ++x) {
      float sum = 0.0f;
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
          sum += weights[3 * j + i] * in[(y + j) * width + x + i];
      out[y * (width - 2) + x] = sum;
    }
}
