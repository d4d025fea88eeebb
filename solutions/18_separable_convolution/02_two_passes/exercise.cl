// A blur with 2 * radius + 1 weights for the rows and the same for the columns. Beside the picture its nearest pixel
// counts. The weight of a pixel is that of its column times that of its row.

kernel void rows(global const float* in, constant float* weights, int radius, global float* middle, int width,
                 int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * in[y * width + clamp(x + i, 0, width - 1)];
  middle[y * width + x] = sum;
}

kernel void columns(global const float* middle, constant float* weights, int radius, global float* out, int width,
                    int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += weights[radius + j] * middle[clamp(y + j, 0, height - 1) * width + x];
  out[y * width + x] = sum;
}
