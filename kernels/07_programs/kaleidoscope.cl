// kaleidoscope: what one sees between two mirrors that meet in the middle of a picture, a star with POINTS points.
// Needs mirrored.clh in front of it.
//
// Options   -D POINTS=6 -D SIN=... -D COS=...: sine and cosine of pi / POINTS, the angle between the mirrors
// Data      in, out: width * height pixels of three bytes (red, green, blue), row by row, in global memory
// NDRange   2-D, at least width x height work-items, any local_size
// Memory    3 loads and 3 stores of 1 byte per pixel; no local memory

#ifndef POINTS
#error "say how many points the star has: -D POINTS=6"
#endif

kernel void kaleidoscope(global const uchar* in, global uchar* out, uint width, uint height) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  float x = 0.5f * width - column - 0.5f; // how far the pixel is to the left of the middle
  float y = row + 0.5f - 0.5f * height;   // and below it
  for (int i = 0; i < POINTS; ++i) { // the compiler knows how many rounds these are
    y = fabs(y);                     // the first mirror lies along y = 0
    const float behind = fmax(0.0f, y * COS - x * SIN); // the distance behind the second mirror
    x += 2.0f * behind * SIN;
    y -= 2.0f * behind * COS;
  }
  const int from_column = mirrored((int)floor(0.5f * width - x), width);
  const int from_row = mirrored((int)floor(0.5f * height + y), height);
  for (int channel = 0; channel < 3; ++channel)
    out[3 * (row * width + column) + channel] = in[3 * (from_row * width + from_column) + channel];
}
