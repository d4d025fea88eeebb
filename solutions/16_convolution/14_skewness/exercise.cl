// skewness and kurtosis of the disc around each pixel

kernel void moments(global const float* in, global float* skewness, global float* kurtosis, int radius, int width,
                    int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int left = max(0, x - radius), right = min(width - 1, x + radius);
  const int top = max(0, y - radius), bottom = min(height - 1, y + radius);
  float sum = 0.0f;
  int count = 0;
  for (int py = top; py <= bottom; ++py)
    for (int px = left; px <= right; ++px)
      if ((px - x) * (px - x) + (py - y) * (py - y) <= radius * radius) {
        sum += in[py * width + px];
        ++count;
      }
  const float mean = sum / count;
  float sum2 = 0.0f, sum3 = 0.0f, sum4 = 0.0f;
  for (int py = top; py <= bottom; ++py)
    for (int px = left; px <= right; ++px)
      if ((px - x) * (px - x) + (py - y) * (py - y) <= radius * radius) {
        const float d = in[py * width + px] - mean, dd = d * d;
        sum2 += dd;
        sum3 += dd * d;
        sum4 += dd * dd;
      }
  const float v = sum2 / count;
  const bool flat = v <= 1e-8f;
  skewness[y * width + x] = flat ? 0.0f : sum3 / count / (v * sqrt(v));
  kurtosis[y * width + x] = flat ? 0.0f : sum4 / count / (v * v);
}
