// A blur with 2 * RADIUS + 1 weights for the rows and the same for the columns; outside of the picture all pixels are 0.
// Work-groups of SIDE x SIDE.

kernel void blur(global const float* in, constant float* weights, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = -RADIUS; j <= RADIUS; ++j)
    for (int i = -RADIUS; i <= RADIUS; ++i)
      if (x + i >= 0 && x + i < width && y + j >= 0 && y + j < height)
        sum += weights[RADIUS + j] * weights[RADIUS + i] * in[(y + j) * width + x + i];
  out[y * width + x] = sum;
}
