// v10: v8's copy, four pixels at a time, and places that count from the tile.
//
// Changed (from v8): lines of the tile have a fixed length, and a work-item copies four pixels at a time, of each eighth
// line in groups of 16 x 16. The address moves by the same number from one to the next, and four reads are under way
// together. A patch has 64 x 48 outputs. The place of an output counts from the tile, and is reached in equal steps.
// Why: v8 executes more instructions for each output than v7, and instructions are what it waits for.
// Where the rectangle does not fit, or where the horizon crosses the patch, the group does as v4.
//
// NDRange   ceil(output width / (COLUMNS * LX)) * LX x ceil(output height / (ROWS * LY)) * LY
// Local     LINES * PITCH pixels; groups of LX x LY
// Needs     as v8; LX * LY at most 32, or a multiple of it; PITCH % 4 == 0. Fours only of grey pixels, width % 4 == 0
// Loads     the rectangle, as far as it lies in the input; its columns begin and end at multiples of 4; the matrix
// Stores    ROWS * COLUMNS pixels
// Counted at 17x9, rotation by 20, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12:
//                          loads  stores  constant  local: loads  stores
//   linear grey warp       153     153    2176     612     330
// Counted at 17x9, perspective, COLUMNS=4 LINES=84 LX=16 LY=4 PITCH=92 ROWS=12:
//   linear grey warp       153     153    3136     612     170
#include "tiles.clh"

#define AHEAD 4

// [fours]
void copy_fours(global const float* from, const int width, const int height, const part p, const int line,
                const bool there, local float* to) {
  for (int j = line; j < p.lines; j += AHEAD * LINES_AT_ONCE) {
    float4 four[AHEAD];
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) { // all reads before the first store
      const int y = j + k * LINES_AT_ONCE;
      four[k] = 0.0f;
      if (there && y < p.lines && p.y + y >= 0 && p.y + y < height)
        four[k] = *(global const float4*)(from + k * LINES_AT_ONCE * width);
    }
#pragma unroll
    for (int k = 0; k < AHEAD; ++k)
      if (j + k * LINES_AT_ONCE < p.lines)
        *(local float4*)(to + k * LINES_AT_ONCE * PITCH) = four[k];
    from += AHEAD * LINES_AT_ONCE * width;
    to += AHEAD * LINES_AT_ONCE * PITCH;
  }
}
// [/fours]
