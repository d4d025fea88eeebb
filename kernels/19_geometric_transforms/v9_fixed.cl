// v9: places in fixed point, exact to 2^-32 pixels wherever they are.
//
// Changed (from v5): the six numbers of the matrix are 64-bit integers in units of 2^-32 pixels. A sum of them is exact;
// its upper half is the number of the pixel, and its lower half how far the place lies beyond it.
// Why: a float has 24 bits. Beyond 16384 pixels, 9 or fewer are left for what comes after the point.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     an affine map, whose numbers are less than 2^31 times their size; NEAREST or LINEAR
// Loads     as v4, with 6 numbers of 8 bytes
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=4 LY=16:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153     918       0       0
#include "warp.clh"

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant long* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const long half_pixel = FILTER == NEAREST ? 1L << 31 : 0;
  const long u = m[0] * x + m[1] * y + m[2] + half_pixel;
  const long v = m[3] * x + m[4] * y + m[5] + half_pixel;
  const int x0 = (int)(u >> 32), y0 = (int)(v >> 32);
  pixel result = BORDER_COLOUR;
#if FILTER == NEAREST
  if (x0 >= 0 && y0 >= 0 && x0 < width && y0 < height)
    result = image[y0 * width + x0];
#else
  const float a = (uint)u * 0x1p-32f, b = (uint)v * 0x1p-32f;
  if (x0 >= 0 && y0 >= 0 && x0 + 1 < width && y0 + 1 < height) {
    global const pixel* corner = image + y0 * width + x0;
    result = mix(mix(corner[0], corner[1], a), mix(corner[width], corner[width + 1], a), b);
  } else if (x0 >= -1 && y0 >= -1 && x0 < width && y0 < height) {
    const bool left = x0 >= 0, right = x0 + 1 < width, top = y0 >= 0, bottom = y0 + 1 < height;
    const pixel t00 = left && top ? image[y0 * width + x0] : BORDER_COLOUR;
    const pixel t10 = right && top ? image[y0 * width + x0 + 1] : BORDER_COLOUR;
    const pixel t01 = left && bottom ? image[(y0 + 1) * width + x0] : BORDER_COLOUR;
    const pixel t11 = right && bottom ? image[(y0 + 1) * width + x0 + 1] : BORDER_COLOUR;
    result = mix(mix(t00, t10, a), mix(t01, t11, a), b);
  }
#endif
  output[y * out_width + x] = result;
}
// [/kernel]
