// wind: each pixel becomes the mean of itself and the `reach` pixels on its right, as if the wind had
// blown the picture to the left. Beyond the right border the last pixel of the row is used again.
//
// Data      from, to: width * height pixels each, row by row, of three bytes: red, green, blue
// NDRange   2-D, at least width x height work-items, any local_size
// Memory    3 * (reach + 1) loads and 3 stores of 1 byte per pixel; no local memory

kernel void wind(global const uchar* from, global uchar* to, int width, int height, int reach) {
  const int column = (int)get_global_id(0);
  const int row = (int)get_global_id(1);
  if (column >= width || row >= height)
    return;

  uint red = 0, green = 0, blue = 0;
  for (int x = column; x <= column + reach; ++x) {
    const size_t at = 3 * ((size_t)row * width + min(x, width - 1));
    red += from[at];
    green += from[at + 1];
    blue += from[at + 2];
  }
  const size_t at = 3 * ((size_t)row * width + column);
  const uint pixels = (uint)(reach + 1);
  to[at] = (uchar)(red / pixels); // integers: the same on every device
  to[at + 1] = (uchar)(green / pixels);
  to[at + 2] = (uchar)(blue / pixels);
}
