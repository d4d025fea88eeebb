// t22: C in bfloat16, too. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: two sums are rounded into one word before they are written into a box, which then has 64 columns.
// Why: half as many bytes to store, and the next product can take C as it is.
//
// From      t21
// NDRange   as t17
// Local     as t21
// Needs     as t20
#ifndef BM
#define BM 128
#define BN 256
#define BK 64
#define STAGES 4
#define WARPGROUPS 2
#define STRIPE 8
#endif
#include "tensor_map.clh"
#define ITEMS (128 * WARPGROUPS + 32) // the last warp only fetches
#define STORE_BYTES (2 * BOX_BYTES * WARPGROUPS)

// Row and column of tile number t: down the STRIPE tiles of a stripe, then one column to the right.
INLINE uint2 place_of(const uint t, const uint rows, const uint cols) {
  const uint stripe = t / (STRIPE * cols), in_stripe = t % (STRIPE * cols);
  const uint height = min((uint)STRIPE, rows - stripe * STRIPE); // the last one may be lower
  return (uint2)(stripe * STRIPE + in_stripe % height, in_stripe / height);
}

// Two sums, rounded to bfloat16 (ties to even), in one word.
// [pack]
INLINE uint pack(const float low, const float high) {
  uint word;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}
// [/pack]

// Stores a block of 64 x BN sums, box by box: two boxes in local memory begin at `boxes`. The first work-item of a warpgroup copies.
// [store]
INLINE void store_boxes(const float* sum, global const ulong* c_map, const uint boxes,
                        const int row0, const int col0, const uint item) {
  const uint row = item / 32 % 4 * 16 + item % 32 / 4; // of the box, and that 8 below
#pragma unroll
  for (int j = 0; j < BN / 8; ++j) {
    const uint box = boxes + j / 8 % 2 * BOX_BYTES;
    if (j % 8 == 0) { // a new box, when the last copy of it has been read
      if (item % 128 == 0)
        wait_for_stores(1);
      meet(item / 128);
    }
    const uint to = box + 128 * row + 16 * (j % 8 ^ row % 8) + item % 4 * 4;
    put_word(to, pack(sum[4 * j], sum[4 * j + 1]));
    put_word(to + 128 * 8, pack(sum[4 * j + 2], sum[4 * j + 3]));
    if (j % 8 == 7) { // it is full
      publish();
      meet(item / 128);
      if (item % 128 == 0) {
        store_box(c_map, col0 + 8 * (j - 7), row0, box);
        end_of_stores();
      }
    }
  }
}
// [/store]

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_bfloat16_result(global const ulong* a_map, global const ulong* b_map,
                       global const ulong* c_map, const int tiles_along_k, const uint rows,
                       const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint row0 = item / 128 * BLOCKS * 64; // of my warpgroup in the tile
  local uchar tiles[1024] __attribute__((aligned(1024))); // STAGES * STAGE_BYTES + STORE_BYTES in the changed PTX
  local ulong full[STAGES], empty[STAGES];
  const uint first = (uint)(size_t)tiles;
  const uint boxes = first + STAGES * STAGE_BYTES + item / 128 * 2 * BOX_BYTES;

  if (item == 0) {
    for (int stage = 0; stage < STAGES; ++stage) {
      create(full + stage, 1);
      create(empty + stage, 4 * WARPGROUPS); // one arrival for each warp
    }
    publish();
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  int now = 0, parity = 0;
  if (item >= 128 * WARPGROUPS) {
    // [fetcher]
    if (item % 32 == 0) {
      acquire(a_map);
      acquire(b_map);
      for (uint t = get_group_id(0); t < rows * cols; t += get_num_groups(0)) {
        const uint2 tile = place_of(t, rows, cols);
        for (int k = 0; k < tiles_along_k; ++k) {
          await(empty + now, parity ^ 1); // at first, phase -1: it has ended
          fetch(first + now * STAGE_BYTES, a_map, b_map, k * BK, tile.x * BM, tile.y * BN,
                full + now);
          if (++now == STAGES)
            now = 0, parity ^= 1;
        }
      }
    }
    // [/fetcher]
  } else {
    if (item % 128 == 0)
      acquire(c_map);
    float sum[BLOCKS][BN / 2]; // not set to zero: the first product (add = 0) ignores it
    int before = 0; // the stage that was used last
    for (uint t = get_group_id(0); t < rows * cols; t += get_num_groups(0)) {
      for (int k = 0; k < tiles_along_k; ++k) {
        const uint stage = first + now * STAGE_BYTES;
        await(full + now, parity);
        multiply(sum, stage + 128 * row0, stage + A_BYTES, k > 0);
        wait_for_products(1);
        if (item % 32 == 0 && k > 0)
          arrive(empty + before);
        before = now;
        if (++now == STAGES)
          now = 0, parity ^= 1;
      }
      wait_for_products(0);
      if (item % 32 == 0)
        arrive(empty + before);

      // Store. The fetcher has begun with the next tile.
      const uint2 tile = place_of(t, rows, cols);
#pragma unroll
      for (int i = 0; i < BLOCKS; ++i)
        store_boxes(sum[i], c_map, boxes, tile.x * BM + row0 + 64 * i, tile.y * BN, item);
    }
    if (item % 128 == 0)
      wait_for_stores(0); // local memory must not be given to the next group before that
  }
}
