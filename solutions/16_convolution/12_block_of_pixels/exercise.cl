// out: (width - 2) x (height - 2) weighted sums of 3 x 3 pixels; each work-item computes WIDTH x HEIGHT of them

kernel void filter(global const float* in, constant float* weights, global float* out, int width, int height) {
  const int left = WIDTH * (int)get_global_id(0), top = HEIGHT * (int)get_global_id(1);
  if (left >= width - 2 || top >= height - 2)
    return;
  float p[HEIGHT + 2][WIDTH + 2];
  for (int j = 0; j < HEIGHT + 2; ++j)
    for (int i = 0; i < WIDTH + 2; ++i)
      p[j][i] = left + i < width && top + j < height ? in[(top + j) * width + left + i] : 0.0f;
  for (int by = 0; by < HEIGHT; ++by)
    for (int bx = 0; bx < WIDTH; ++bx) {
      float sum = 0.0f;
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
          sum += weights[3 * j + i] * p[by + j][bx + i];
      if (left + bx < width - 2 && top + by < height - 2)
        out[(top + by) * (width - 2) + left + bx] = sum;
    }
}
