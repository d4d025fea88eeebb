// The largest response of a bank of filters for each pixel, and which filter it was.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

kernel void strongest(global const float* in, constant float* weights, int radius, int directions,
                      global float* response, global int* direction, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1), side = 2 * radius + 1;
  if (x >= width || y >= height)
    return;
  float most = -INFINITY;
  int best = 0;
  for (int d = 0; d < directions; ++d) {
    float sum = 0.0f;
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i)
        sum += weights[(d * side + j) * side + i] * PIXEL(x + i - radius, y + j - radius);
    if (sum > most) {
      most = sum;
      best = d;
    }
  }
  response[y * width + x] = most;
  direction[y * width + x] = best;
}
