// A filter of EXTENT x EXTENT weights, EXTENT is odd; 0 outside. Work-groups of SIDE x SIDE.

kernel void filter(global const float* in, global const float* weights, global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = 0; j < EXTENT; ++j)
    for (int i = 0; i < EXTENT; ++i) {
      const int px = x + i - EXTENT / 2, py = y + j - EXTENT / 2;
      if (px >= 0 && px < width && py >= 0 && py < height)
        sum += weights[j * EXTENT + i] * in[py * width + px];
    }
  out[y * width + x] = sum;
}
