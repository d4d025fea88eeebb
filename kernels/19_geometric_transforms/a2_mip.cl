// a2: smaller copies of the picture, made beforehand.
//
// Changed (from a1): `halve` makes a picture of half the size, again and again; `warp` takes two linear samples, from the
// two sizes in which a step between outputs is nearest to one pixel, and mixes them. ("Mip" abbreviates the Latin for
// "much in little".)
// Why: 8 reads, however much the picture shrinks. All smaller pictures together have a third of its pixels.
//
// Data      pyramid: the smaller pictures behind each other; levels: offset, width and height of each, level 0 the input
// NDRange   halve: the smaller picture; warp: the output; both rounded up to groups of LX x LY
// Local     none
// Needs     -DFILTER=1
// Loads     halve: 4 pixels, less those outside; warp: 8, less those outside, and the levels
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=8 LY=32:    loads  stores  constant  local: loads  stores
//   area grey halve      221      69    3072       0       0
//   area grey warp      1034     153    2448       0       0
// Counted at 17x9, perspective, LX=8 LY=32:
//   area grey halve      221      69    3072       0       0
//   area grey warp      1186     153    3366       0       0
#include "area.clh"

// [halve]
kernel void halve(global const pixel* image, global pixel* pyramid, constant int4* levels, const int from) {
  const int4 large = levels[from], small = levels[from + 1];
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= small.y || y >= small.z)
    return;
  global const pixel* source = from == 0 ? image : pyramid + large.x;
  pixel sum = source[2 * y * large.y + 2 * x]; // what lies outside is 0
  if (2 * x + 1 < large.y)
    sum += source[2 * y * large.y + 2 * x + 1];
  if (2 * y + 1 < large.z)
    sum += source[(2 * y + 1) * large.y + 2 * x];
  if (2 * x + 1 < large.y && 2 * y + 1 < large.z)
    sum += source[(2 * y + 1) * large.y + 2 * x + 1];
  pyramid[small.x + y * small.y + x] = 0.25f * sum;
}
// [/halve]

// [kernel]
// A pixel of level n covers 2^n x 2^n pixels of the input.
pixel sample_level(global const pixel* image, global const pixel* pyramid, constant int4* levels, const int level,
                   const float u, const float v) {
  const int4 size = levels[level];
  const float scale = ldexp(1.0f, -level);
  return sample_checked(level == 0 ? image : pyramid + size.x, size.y, size.z, (u + 0.5f) * scale - 0.5f,
                        (v + 0.5f) * scale - 0.5f);
}

kernel void warp(global const pixel* image, global const pixel* pyramid, constant int4* levels, const int last,
                 constant float* m, global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const struct footprint f = footprint_of(m, x, y);
  pixel result = BORDER_COLOUR;
  const float step = fmax(hypot(f.du_dx, f.dv_dx), hypot(f.du_dy, f.dv_dy));
  if (step < 1e9f) {
    const float level = fmin(fmax(log2(step), 0.0f), (float)last);
    const int finer = (int)level;
    result = mix(sample_level(image, pyramid, levels, finer, f.u, f.v),
                 sample_level(image, pyramid, levels, min(finer + 1, last), f.u, f.v), level - finer);
  }
  output[y * out_width + x] = result;
}
// [/kernel]
