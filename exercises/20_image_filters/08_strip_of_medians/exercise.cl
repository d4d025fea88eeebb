// The median of 3 x 3 pixels. Work-item (x, s) computes the outputs of column x in the rows s * STRIP, s * STRIP + 1, ...
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

uchar middle(uchar a, uchar b, uchar c) {
  return max(min(a, b), min(max(a, b), c));
}

kernel void median(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0), first = get_global_id(1) * STRIP;
  if (x >= width)
    return;
  for (int y = first; y < min(first + STRIP, height); ++y) {
    uchar least[3], between[3], most[3];
    for (int j = 0; j < 3; ++j) {
      const uchar a = PIXEL(x - 1, y + j - 1), b = PIXEL(x, y + j - 1), c = PIXEL(x + 1, y + j - 1);
      least[j] = min(min(a, b), c);
      between[j] = middle(a, b, c);
      most[j] = max(max(a, b), c);
    }
    out[y * width + x] = middle(max(max(least[0], least[1]), least[2]), middle(between[0], between[1], between[2]),
                                min(min(most[0], most[1]), most[2]));
  }
}
