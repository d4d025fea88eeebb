// Takes the red out of pixels that are far more red than green or blue.

kernel void mend(global const uchar4* in, global uchar4* out, int width, int height, float threshold) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar4 pixel = in[y * width + x];
  // Here.
  out[y * width + x] = pixel;
}
