// julia: a strip of rows of a Julia set, one work-item for each pixel. All arithmetic is in integers, so that every
// device computes the same bytes.
//
// Data      strip: rows * width pixels, row by row, each of three bytes: red, green, blue. The strip is rows
//           first_row, first_row + 1, ... of a picture of width x height pixels
// NDRange   2-D, at least width x rows work-items, any local_size
// Memory    3 stores of 1 byte per pixel; no loads, no local memory
// Work      at most 200 steps per pixel. The picture looks the same upside down, so its halves have equal work

// [julia]
kernel void julia(global uchar* strip, int width, int height, int first_row, int rows) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  if (column >= width || row >= rows)
    return;

  // Where the pixel is: x from -1.5 (left) to 1.5 (right). Fixed point: 1.0 is stored as 2^24.
  const long one = 1 << 24;
  long x = (2 * column + 1 - width) * (3 * one / 2) / width;
  long y = (2 * (first_row + row) + 1 - height) * (3 * one / 2) / width;

  // Square the point, as a complex number, and add a constant, until it has left the circle of radius 2.
  const long add_x = -8 * one / 10, add_y = 156 * one / 1000;
  int steps = 0;
  while (steps < 200 && x * x + y * y <= 4 * one * one) {
    const long next_x = x * x / one - y * y / one + add_x;
    y = 2 * x * y / one + add_y;
    x = next_x;
    ++steps;
  }

  const size_t first = 3 * ((size_t)row * width + column);
  strip[first + 0] = min(steps * 4, 255);
  strip[first + 1] = min(steps * steps / 157, 255);
  strip[first + 2] = min(steps + 40, 255);
}
// [/julia]
