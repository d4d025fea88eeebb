// A blur of `pixels`: rows, then columns. `middle` is as large as the picture. Beside the picture its nearest pixel counts.

kernel void rows(global float* pixels, global float* middle, constant float* weights, int radius, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * pixels[y * width + clamp(x + i, 0, width - 1)];
  middle[y * width + x] = sum;
}

kernel void columns(global float* pixels, global float* middle, constant float* weights, int radius, int width,
                    int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += weights[radius + j] * middle[clamp(y + j, 0, height - 1) * width + x];
  pixels[y * width + x] = sum;
}
