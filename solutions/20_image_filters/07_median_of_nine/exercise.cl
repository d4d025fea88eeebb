// The median of 3 x 3 pixels.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

uchar middle(uchar a, uchar b, uchar c) {
  return max(min(a, b), min(max(a, b), c));
}

kernel void median(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar least[3], between[3], most[3];
  for (int i = 0; i < 3; ++i) {
    const uchar a = PIXEL(x + i - 1, y - 1), b = PIXEL(x + i - 1, y), c = PIXEL(x + i - 1, y + 1);
    least[i] = min(min(a, b), c);
    between[i] = middle(a, b, c);
    most[i] = max(max(a, b), c);
  }
  out[y * width + x] = middle(max(max(least[0], least[1]), least[2]), middle(between[0], between[1], between[2]),
                              min(min(most[0], most[1]), most[2]));
}
