// m4: m3 in one launch.
//
// Changed: a work-group keeps a line through both transforms of the convolution. Why: m3 moves each line, padded to more than twice
// its length, eight times through global memory; here the N numbers are read once, and written once. M is no power of two any more,
// but the length from 2N - 1 on that takes the least work.
//
//   m5 to m8 are this kernel: with gaps that suit the radices, with FRESH, with radices up to 32, and with all of the local memory
//   fourier_filter (m3's) and fourier_pass make the transform of the chirp, when the plan is made
//
// From      m3
// NDRange   ceil(lines / LINES) * LINES * ITEMS; local size LINES * ITEMS
// Local     about 4.25 * M * LINES bytes
// Requires  M numbers fit into local memory (N up to some 5600 with 48 KiB), and are no more than 64 for each work-item. Longer
//           lines go the way of m3.
// Loads     N float2s for each line, M of the filter, 2N of the chirp; local: 2M floats for each exchange     Stores: N
//
// Counted at 32*3, APART=2048 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8:   loads  stores  constant  local: loads  stores
//   fourier_filter 0 64 0 0 0
//   fourier_pass 2048 64 0 4096 4096
//   fourier_convolve 4192 96 0 12288 12288
// Counted at 32*3, APART=2048 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8 WIDE=32:   loads  stores  constant  local: loads  stores
//   fourier_filter 0 64 0 0 0
//   fourier_pass 2048 64 0 4096 4096
//   fourier_convolve 4192 96 0 12288 12288

// [kernel]
#define OWN_KERNEL
#define ROOT(k, n) root(k, n)
#define TURNS
#include "pass.clh"
#include "powers.clh"
#include "padded.clh"
#if PAIRS
#define EXCHANGED float2
#include "pairs.clh"
#else
#define EXCHANGED float
#include "halves.clh"
#endif
#include "line.clh"

#ifndef LOCAL_NUMBERS
#define LOCAL_NUMBERS (LINES * PITCH)
#endif

// Line l of `stride` columns side by side, number n.
#define NUMBER_AT(l, n) (((l) / stride * COUNT + (n)) * stride + (l) % stride)

// [convolve]
// COUNT: N. LENGTH: M. filter: the transform of the chirp, divided by M.
kernel __attribute__((reqd_work_group_size(ITEMS* LINES, 1, 1))) void
fourier_convolve(global const float2* in, global float2* out, const int lines, const int stride,
                 global const float2* chirps, global const float2* filter) {
  local EXCHANGED numbers[LOCAL_NUMBERS];
  global const float2* roots = chirps; // not used by the turns
  const uint group = get_group_id(0) * LINES;
  uint id = get_local_id(0);
  uint item = ITEM_OF(1, id), line = LINE_OF(1, id);
  local EXCHANGED* mine = numbers + line * PITCH;
  float2 x[HELD];
  const int from = min(group + line, (uint)lines - 1);
#pragma unroll
  for (int b = 0; b < BUTTERFLIES(FIRST_RADIX); ++b)
#pragma unroll
    for (int m = 0; m < FIRST_RADIX; ++m) {
      const int n = item + b * ITEMS + m * (LENGTH / FIRST_RADIX);
      x[b * FIRST_RADIX + m] =
          n < COUNT && EXISTS(FIRST_RADIX, item + b * ITEMS)
              ? times(INPUT(in[NUMBER_AT(from, n)]), chirps[n])
              : (float2)(0.0f);
    }
  STAGES
#pragma unroll
  for (int b = 0; b < BUTTERFLIES(LAST_RADIX); ++b) // the inverse: real and imaginary parts change places, here and below
#pragma unroll
    for (int m = 0; m < LAST_RADIX; ++m)
      if (EXISTS(LAST_RADIX, item + b * ITEMS))
        x[b * LAST_RADIX + m] = times(x[b * LAST_RADIX + m],
                                      filter[item + b * ITEMS + m * (LENGTH / LAST_RADIX)]).yx;
  // No barrier before it: an item writes where it has itself read in the exchange before.
  exchange(x, mine, mine, item, item, LAST_RADIX, LENGTH / LAST_RADIX, FIRST_RADIX);
  barrier(CLK_LOCAL_MEM_FENCE);
#if FRESH // m6: the offset is 0, which the compiler does not know; so it does not keep the turns of the first transform
  id += get_global_offset(0);
  item = ITEM_OF(1, id);
#endif
  STAGES
  if (group + line < (uint)lines)
#pragma unroll
    for (int b = 0; b < BUTTERFLIES(LAST_RADIX); ++b)
#pragma unroll
      for (int m = 0; m < LAST_RADIX; ++m) {
        const int k = item + b * ITEMS + m * (LENGTH / LAST_RADIX);
        if (k < COUNT && EXISTS(LAST_RADIX, item + b * ITEMS))
          out[NUMBER_AT(from, k)] = OUTPUT(times(x[b * LAST_RADIX + m].yx, chirps[k]));
      }
}
// [/convolve]
// [/kernel]
