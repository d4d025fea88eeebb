// t18: the same for tf32. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: factors are tf32: four bytes each, four of them in a piece. BK is 32, so that a tile has as many bytes as before.
// Why: eleven significant bits instead of eight, for half of the speed.
//
// From      t17
// NDRange   as t17
// Local     4*BK*STAGES*(BM + BN) bytes, and 16 for each stage
// Needs     BK % 8 == 0; else as t12
#ifndef BM
#define BM 128
#define BN 256
#define BK 32
#define STAGES 4
#define WARPGROUPS 2
#define STRIPE 8
#endif
#define TF32 1
#include "wgmma.clh"
#define ITEMS (128 * WARPGROUPS + 32) // the last warp only fetches
#define BLOCKS (BM / 64 / WARPGROUPS) // of 64 rows, for each warpgroup
#define A_BYTES (4 * BM * BK) // of a tile
#define B_BYTES (4 * BN * BK)
#define STAGE_BYTES (A_BYTES + B_BYTES)

// Global memory -> local memory: starts to copy two tiles. One work-item calls it.
INLINE void fetch(const uint stage, global const uchar* A, global const uchar* B,
                  local ulong* full) {
  arrive_and_expect(full, STAGE_BYTES);
  copy_bulk(stage, A, A_BYTES, full);
  copy_bulk(stage + A_BYTES, B, B_BYTES, full);
}

// sum += the product of my warpgroup's rows of a tile of A, which begin at this address, and a tile of B.
__attribute__((always_inline)) void multiply(float sum[BLOCKS][BN / 2], const uint a_rows,
                                             const uint b_tile, const int add) {
  begin_products();
#pragma unroll
  for (int p = 0; p < BK / 4; p += 2)
#pragma unroll
    for (int i = 0; i < BLOCKS; ++i)
      wgmma(sum[i], core_matrices(a_rows + 16 * (p * BM + 64 * i), BM),
            core_matrices(b_tile + 16 * p * BN, BN), add || p > 0);
  end_products();
}

// Row and column of tile number t: down the STRIPE tiles of a stripe, then one column to the right.
INLINE uint2 place_of(const uint t, const uint rows, const uint cols) {
  const uint stripe = t / (STRIPE * cols), in_stripe = t % (STRIPE * cols);
  const uint height = min((uint)STRIPE, rows - stripe * STRIPE); // the last one may be lower
  return (uint2)(stripe * STRIPE + in_stripe % height, in_stripe / height);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_tf32(global const uchar* A, global const uchar* B, global float* C, const int M,
            const int N, const int tiles_along_k, const uint rows, const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint row0 = item / 128 * BLOCKS * 64; // of my warpgroup in the tile
  local uchar tiles[1024] __attribute__((aligned(128))); // STAGES * STAGE_BYTES in the changed PTX
  local ulong full[STAGES], empty[STAGES];
  const uint first = (uint)(size_t)tiles;

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
    if (item % 32 == 0)
      for (uint t = get_group_id(0); t < rows * cols; t += get_num_groups(0)) {
        const uint2 tile = place_of(t, rows, cols);
        for (int k = 0; k < tiles_along_k; ++k) {
          const ulong a = (ulong)tile.x * tiles_along_k + k, b = (ulong)tile.y * tiles_along_k + k;
          await(empty + now, parity ^ 1); // at first, phase -1: it has ended
          fetch(first + now * STAGE_BYTES, A + a * A_BYTES, B + b * B_BYTES, full + now);
          if (++now == STAGES)
            now = 0, parity ^= 1;
        }
      }
  } else {
    float sum[BLOCKS][BN / 2]; // not set to zero: the first product (add = 0) ignores it
    int before = 0; // the stage that was used last
    for (uint t = get_group_id(0); t < rows * cols; t += get_num_groups(0)) {
      for (int k = 0; k < tiles_along_k; ++k) {
        const uint stage = first + now * STAGE_BYTES;
        await(full + now, parity);
        multiply(sum, stage + 16 * row0, stage + A_BYTES, k > 0);
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
        store_block(sum[i], C, tile.x * BM + row0 + 64 * i, tile.y * BN, M, N, item);
    }
  }
}
