// m4: two outputs share the core of their windows.
//
// Changed: the outputs (x, y) and (x, y + 1) have 2 * RADIUS rows in common. These are merged, two rows to a pair and the pairs to
// one sorted core, of which only the ranks are kept that the median of a whole window can have: 2 * RADIUS + 2 of them. Each
// output adds the one row that it has for itself. A pair is merged once, and serves RADIUS steps of the strip.
// Why: that is one level of hierarchical tiling (Sugy 2025): what is common is sorted once, and what cannot be the median any more
// is dropped before it costs anything. Minima and maxima for each pixel with 7 x 7: 912 of m2, 458 of m3, 174 of m4.
//
// NDRange   width / WIDE x height / STRIP, rounded up to whole groups; STRIP is even
// Local     any
// Loads     for each work-item 2 * RADIUS + 1 bytes of 2 * RADIUS - 1 rows, and of 3 rows for each two outputs
// Stores    one for each pixel
// Counted at 17x9, radius 2, LX=4 LY=4 STRIP=16:   loads  stores  constant  local: loads  stores
//   2-D median       2295     153         0             0       0
// Counted at 17x9, radius 2, LX=1 LY=1 STRIP=16 WIDE=64:   loads  stores  constant  local: loads  stores
//   2-D median       5760     153         0             0       0
#ifndef STRIP
#define STRIP 16
#endif
#include "median.clh"
#define PAIR (2 * SIDE)

// [kernel]
// Two sorted rows become one sorted pair.
void merge_pair(const pixels* upper, const pixels* lower, pixels* pair) {
  const int order[PAIR] = {JOIN(PAIR_ORDER_, SIDE_NAME)};
  pixels v[PAIR];
#pragma unroll
  for (int k = 0; k < SIDE; ++k) {
    v[k] = upper[k];
    v[SIDE + k] = lower[k];
  }
  JOIN(PAIR_, SIDE_NAME)
#pragma unroll
  for (int k = 0; k < PAIR; ++k)
    pair[k] = v[order[k]];
}

// The middle of the SIDE + 1 ranks that the core still has and of one more sorted row.
pixels middle(const pixels* core, const pixels* row) {
  pixels least = core[SIDE];
#pragma unroll
  for (int k = 0; k < SIDE; ++k) {
    const pixels larger = HIGH(core[k], row[SIDE - 1 - k]);
    least = LOW(least, larger);
  }
  return least;
}

kernel void median(global const uchar* input, const int width, const int height,
                   global uchar* output) {
  const int x = get_global_id(0) * COLUMNS, first = get_global_id(1) * STRIP;
  if (x >= width)
    return;
  // The outputs y and y + 1 share the rows y - RADIUS + 1 to y + RADIUS: RADIUS pairs.
  const int places[SIDE + 1] = {JOIN(CORE_PLACES_, SIDE_NAME)};
  pixels pairs[RADIUS * PAIR], above[SIDE], below[SIDE], lower[SIDE];
#pragma unroll
  for (int p = 0; p < RADIUS - 1; ++p) {
    load_sorted(input, width, height, x, first - RADIUS + 1 + 2 * p, above);
    load_sorted(input, width, height, x, first - RADIUS + 2 + 2 * p, below);
    merge_pair(above, below, pairs + p * PAIR);
  }
  load_sorted(input, width, height, x, first + RADIUS - 1, below);
  const int end = min(first + STRIP, height);
  for (int y = first; y < end; y += 2) {
    load_sorted(input, width, height, x, y + RADIUS, lower);
    merge_pair(below, lower, pairs + (RADIUS - 1) * PAIR);
    pixels v[RADIUS * PAIR], core[SIDE + 1];
#pragma unroll
    for (int k = 0; k < RADIUS * PAIR; ++k)
      v[k] = pairs[k];
    JOIN(CORE_, SIDE_NAME)
#pragma unroll
    for (int k = 0; k <= SIDE; ++k)
      core[k] = v[places[k]];
    load_sorted(input, width, height, x, y - RADIUS, above);
    store(output + y * width, x, width, middle(core, above));
    load_sorted(input, width, height, x, y + RADIUS + 1, below);
    if (y + 1 < height)
      store(output + (y + 1) * width, x, width, middle(core, below));
#pragma unroll
    for (int k = 0; k < (RADIUS - 1) * PAIR; ++k)
      pairs[k] = pairs[k + PAIR];
  }
}
// [/kernel]
