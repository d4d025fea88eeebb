// v7: a whole line in local memory.
//
// Changed: a group does all stages of a line of LENGTH numbers; between two stages, the numbers are exchanged through local memory.
// Why: global memory is read and written once for a line, not for each stage. Where N is longer than a line, there are two
// passes or three, and the numbers of a line are N / LENGTH apart.
//
//   POINTS numbers for each work-item: with two it is the book's kernel, one butterfly for each item and stage. v8 and v9 are
//   this kernel with 4 and 16 numbers: butterflies of a higher radix in registers, and fewer exchanges
//
// From      v6
// NDRange   lines * ITEMS; local size ITEMS = LENGTH / POINTS
// Local     8 * LENGTH bytes
// Requires  N a power of two
// Loads     LENGTH float2s for each line; local: LENGTH for each exchange      Stores: the same
//
// Counted at 32*3, LONGEST=2048 POINTS=2:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 384 384
// Counted at 32*3, LONGEST=2048 POINTS=4:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 192 192
// Counted at 32*3, LONGEST=4096 POINTS=16:   loads  stores  constant  local: loads  stores
//   fourier_pass 96 96 0 96 96

// [kernel]
#include "pass.clh"

#define EXCHANGED float2
#define PITCH LENGTH

// [exchange]
INLINED void exchange(float2* x, local float2* to, local float2* from, const uint item,
                      const uint next_item, const int R, const int P, const int NEXT) {
#pragma unroll
  for (int b = 0; b < BUTTERFLIES(R); ++b)
#pragma unroll
    for (int m = 0; m < R; ++m)
      if (EXISTS(R, item + b * ITEMS))
        to[place(item + b * ITEMS, m, R, P)] = x[b * R + m];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int b = 0; b < BUTTERFLIES(NEXT); ++b)
#pragma unroll
    for (int m = 0; m < NEXT; ++m)
      if (EXISTS(NEXT, next_item + b * ITEMS))
        x[b * NEXT + m] = from[next_item + b * ITEMS + m * (LENGTH / NEXT)];
}
// [/exchange]

#include "line.clh"
// [/kernel]
