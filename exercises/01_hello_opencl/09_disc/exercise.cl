// A white disc on black: one work-item for each pixel, one byte for each pixel.

kernel void disc(global uchar* pixels, uint width, uint height, float radius) {
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  pixels[row * width + column] = 255;
}
