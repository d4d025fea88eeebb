// A blur in two passes. `columns` runs first and fills `middle`; `rows` runs second and fills `out`.

kernel void columns(global const float* in, global float* middle, constant float* weights, int radius, int width,
                    int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += weights[radius + j] * in[clamp(y + j, 0, height - 1) * width + x];
  middle[y * width + x] = sum;
}

kernel void rows(global const float* in, global const float* middle, global float* out, constant float* weights,
                 int radius, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * middle[y * width + clamp(x + i, 0, width - 1)];
  out[y * width + x] = sum;
}
