// The median of 3 x 3 pixels.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

kernel void median(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uint sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += PIXEL(x + i, y + j);
  out[y * width + x] = sum / 9;
}
