// out = the largest of a pixel and its four neighbours, as far as they are inside the picture.

kernel void dilate(global const float* in, global float* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const size_t i = (size_t)y * width + x;
  float largest = in[i];
  if (x > 0)
    largest = fmax(largest, in[i - 1]);
  if (x + 1 < width)
    largest = fmax(largest, in[i + 1]);
  if (y > 0)
    largest = fmax(largest, in[i - width]);
  if (y + 1 < height)
    largest = fmax(largest, in[i + width]);
  out[i] = largest;
}
