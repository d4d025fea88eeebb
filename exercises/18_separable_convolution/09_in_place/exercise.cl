// A blur of `pixels`: rows, then columns. `middle` is as large as the picture. Beside the picture its nearest pixel counts.

kernel void rows(global float* pixels, global float* middle, constant float* weights, int radius, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const bool inside = x < width && y < height;
  float sum = 0.0f;
  for (int i = -radius; i <= radius && inside; ++i)
    sum += weights[radius + i] * pixels[y * width + clamp(x + i, 0, width - 1)];
  barrier(CLK_GLOBAL_MEM_FENCE); // nobody writes before all have read
  if (inside)
    pixels[y * width + x] = sum;
}

kernel void columns(global float* pixels, global float* middle, constant float* weights, int radius, int width,
                    int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const bool inside = x < width && y < height;
  float sum = 0.0f;
  for (int j = -radius; j <= radius && inside; ++j)
    sum += weights[radius + j] * pixels[clamp(y + j, 0, height - 1) * width + x];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (inside)
    pixels[y * width + x] = sum;
}
