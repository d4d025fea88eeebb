// The cosine transform of each 8 x 8 block of a picture, as JPEG has it. width and height are multiples of 8

float scale(int k) {
  return k == 0 ? 0.353553391f : 0.5f; // the root of 1/8, of 1/4
}

kernel void dct8(global const float* in, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int u = x % 8, v = y % 8;
  global const float* block = in + (y - v) * width + x - u;
  float sum = 0.0f;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i)
      sum += block[j * width + i] * cospi((2 * i + 1) * u / 16.0f) * cospi((2 * j + 1) * v / 16.0f);
  out[y * width + x] = scale(u) * scale(v) * sum;
}
