// b1: v6 on bytes, four in a number of 32 bits.
//
// Changed: a pixel is one number. Its square, and its product with the centre, are sums of products of four bytes: one instruction
// of NVIDIA's processors (dp4a). Red and blue are added up in the two halves of a number.
// Why: local memory and registers hold four times as many pixels, choosing one of two takes one instruction, not three.
// The window must have at most 257 places, or a half of 16 bits overflows.
//
// NDRange   as v6
// Local     (LX + 2 * RADIUS) * (LY * OUT + 2 * RADIUS) * 4 bytes
// Loads, Stores   as v6, of 4 bytes each
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4 OUT=4:   loads  stores  constant  local: loads  stores
//   2-D snn           953     153         0          2652     800
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#ifndef LX
#define LX 32
#define LY 4
#endif
#ifndef OUT
#define OUT 4
#endif
#include "snn.clh"
#define ACROSS (LX + 2 * RADIUS)
#define DOWN (LY * OUT + 2 * RADIUS)

// [kernel]
// The sum of the products of four bytes. NVIDIA's processors have one instruction for that.
uint dot_bytes(const uint a, const uint b) {
#ifdef __NV_CL_C_VERSION
  uint sum;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(0));
  return sum;
#else
  return (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) + (a >> 16 & 255) * (b >> 16 & 255);
#endif
}

// A pixel, and the key by which it is chosen.
typedef struct {
  uint pixel;
  int key;
} choice;

choice choice_of(const uint pixel, const uint square, const uint centre) {
  choice c;
  c.pixel = pixel;
  c.key = (int)square - 2 * (int)dot_bytes(pixel, centre);
  return c;
}

choice nearer_choice(const choice a, const choice b) {
  choice c;
  c.pixel = b.key < a.key ? b.pixel : a.pixel;
  c.key = min(a.key, b.key);
  return c;
}

kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
snn(global const uint* input, const int width, const int height, global uint* output) {
  local uint tile[DOWN][ACROSS];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * LX - RADIUS, top = get_group_id(1) * LY * OUT - RADIUS;
  for (int r = ly; r < DOWN; r += LY)
    for (int q = lx; q < ACROSS; q += LX)
      tile[r][q] = 0xFFFFFF & // without alpha
                   input[clamp(top + r, 0, height - 1) * width + clamp(left + q, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int x = get_global_id(0), y = get_group_id(1) * LY * OUT + ly * OUT;
  if (x >= width || y >= height)
    return;
  // Red and blue are added in the two halves of one number, green in another.
  uint c[OUT], red_blue[OUT], green[OUT];
#pragma unroll
  for (int o = 0; o < OUT; ++o) {
    c[o] = tile[ly * OUT + o + RADIUS][lx + RADIUS];
    red_blue[o] = c[o] & 0xFF00FF;
    green[o] = c[o] >> 8 & 255;
  }
  for (int u = -RADIUS; u <= 0; ++u) {
    uint before[OUT + 2 * RADIUS], behind[OUT + 2 * RADIUS];
    uint square[OUT + 2 * RADIUS], mirror[OUT + 2 * RADIUS];
#pragma unroll
    for (int k = 0; k < OUT + 2 * RADIUS; ++k) {
      before[k] = tile[ly * OUT + k][lx + RADIUS + u];
      behind[k] = tile[ly * OUT + k][lx + RADIUS - u];
      square[k] = dot_bytes(before[k], before[k]);
      mirror[k] = dot_bytes(behind[k], behind[k]);
    }
#pragma unroll
    for (int o = 0; o < OUT; ++o) {
#pragma unroll
      for (int v = -RADIUS; v <= (PAIRS == 2 ? 0 : RADIUS); ++v) {
        if (u == 0 && v >= 0)
          continue;
        const int up = o + RADIUS + v, down = o + RADIUS - v;
        const choice a = choice_of(before[up], square[up], c[o]);
        const choice b = choice_of(behind[down], mirror[down], c[o]);
#if PAIRS == 2
        choice best = nearer_choice(a, b);
        best = nearer_choice(best, choice_of(behind[up], mirror[up], c[o]));
        best = nearer_choice(best, choice_of(before[down], square[down], c[o]));
#else
        const choice best = v <= 0 ? nearer_choice(a, b) : nearer_choice(b, a);
#endif
        red_blue[o] += best.pixel & 0xFF00FF;
        green[o] += best.pixel >> 8 & 255;
      }
    }
  }
#pragma unroll
  for (int o = 0; o < OUT; ++o)
    if (y + o < height) {
      const uint half_way = PLACES / 2; // rounds to the nearest
      const uint red = ((red_blue[o] & 0xFFFF) + half_way) / PLACES;
      const uint blue = ((red_blue[o] >> 16) + half_way) / PLACES;
      const uint mean = red | (green[o] + half_way) / PLACES << 8 | blue << 16;
      output[(y + o) * width + x] = mean | (input[(y + o) * width + x] & 0xFF000000);
    }
}
// [/kernel]
