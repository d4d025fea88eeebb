// Takes the red out of pixels that are far more red than green or blue.

kernel void mend(global const uchar4* in, global uchar4* out, int width, int height, float threshold) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar4 pixel = in[y * width + x];
  const float red = 0.5133333f * pixel.x, green = pixel.y, blue = 0.1933333f * pixel.z;
  const float t = 2.0f * 255.0f * (threshold - 0.4f);
  if (red >= green - t && red >= blue - t)
    pixel.x = convert_uchar_sat_rte((green + blue) / (2.0f * 0.5133333f));
  out[y * width + x] = pixel;
}
