// skewness and kurtosis of the disc around each pixel

kernel void moments(global const float* in, global float* skewness, global float* kurtosis, int radius, int width,
                    int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
  int count = 0;
  for (int py = max(0, y - radius); py <= min(height - 1, y + radius); ++py)
    for (int px = max(0, x - radius); px <= min(width - 1, x + radius); ++px)
      if ((px - x) * (px - x) + (py - y) * (py - y) <= radius * radius) {
        const float p = in[py * width + px];
        sum += p;
        sum2 += p * p;
        sum3 += p * p * p;
        ++count;
      }
  const float m = sum / count, v = sum2 / count - m * m;
  skewness[y * width + x] = (sum3 / count - 3.0f * m * v - m * m * m) / (v * sqrt(v));
  kurtosis[y * width + x] = 0.0f;
}
