// means, deviations of the disc around each pixel

bool belongs(int px, int py, int dx, int dy, int radius, int width, int height) {
  return dx * dx + dy * dy <= radius * radius && px >= 0 && px < width && py >= 0 && py < height;
}

kernel void statistics(global const float* in, global float* means, global float* deviations,
                       int radius, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  int count = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      if (belongs(x + dx, y + dy, dx, dy, radius, width, height)) {
        sum += in[(y + dy) * width + x + dx];
        ++count;
      }
  const float mean = sum / count;
  float squares = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      if (belongs(x + dx, y + dy, dx, dy, radius, width, height)) {
        const float d = in[(y + dy) * width + x + dx] - mean;
        squares += d * d;
      }
  means[y * width + x] = mean;
  deviations[y * width + x] = sqrt(squares / count);
}
