// t19: products of whole floats: three products of tf32 for each. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a,
// hidden from the compiler.
//
// Changed: pack_tiles.cl divides each factor into two of tf32: v = high + low, but for one unit in the last place. A stage has
// both tiles of A and both of B, and three products are added: high * high, high * low and low * high. (low * low is too
// small to count.) After every CHUNK stages the sums of the tensor cores are added to sums in registers, by ordinary additions.
// Why: tf32 has 11 bits. And tensor cores seem to cut off what does not fit into a sum, where an addition rounds, so the errors of a
// long sum all go towards zero: sums stay short. The two sets of sums need twice the registers: tiles are 128 x 128.
//
//   stage   [A high | A low | B high | B low]
//
// From      t18
// NDRange   as t17
// Local     8*BK*STAGES*(BM + BN) bytes, and 16 for each stage
// Needs     BK % 8 == 0; else as t12; packed with PARTS=2
#ifndef BM
#define BM 128
#define BN 128
#define BK 32
#define STAGES 3
#define CHUNK 2
#define WARPGROUPS 2
#define STRIPE 8
#endif
#define TF32 1
#include "wgmma.clh"
#define ITEMS (128 * WARPGROUPS + 32) // the last warp only fetches
#define BLOCKS (BM / 64 / WARPGROUPS) // of 64 rows, for each warpgroup
#define A_BYTES (4 * BM * BK)         // of a tile, high or low
#define B_BYTES (4 * BN * BK)
#define STAGE_BYTES (2 * (A_BYTES + B_BYTES))

// Global memory -> local memory: starts to copy four tiles, of which high and low follow each other. One work-item calls it.
INLINE void fetch(const uint stage, global const uchar* A, global const uchar* B,
                  local ulong* full) {
  arrive_and_expect(full, STAGE_BYTES);
  copy_bulk(stage, A, 2 * A_BYTES, full);
  copy_bulk(stage + 2 * A_BYTES, B, 2 * B_BYTES, full);
}

// sum += high * low + low * high + high * high of my warpgroup's rows of the tiles of A, which begin at this address, and the
// tiles of B.
__attribute__((always_inline)) void multiply(float sum[BLOCKS][BN / 2], const uint a_rows,
                                             const uint b_tile, const int add) {
  begin_products();
#pragma unroll
  for (int p = 0; p < BK / 4; p += 2)
#pragma unroll
    for (int i = 0; i < BLOCKS; ++i) {
      // [products]
      const ulong a_high = core_matrices(a_rows + 16 * (p * BM + 64 * i), BM);
      const ulong a_low = core_matrices(a_rows + A_BYTES + 16 * (p * BM + 64 * i), BM);
      const ulong b_high = core_matrices(b_tile + 16 * p * BN, BN);
      const ulong b_low = core_matrices(b_tile + B_BYTES + 16 * p * BN, BN);
      wgmma(sum[i], a_high, b_low, add || p > 0);
      wgmma(sum[i], a_low, b_high, 1);
      wgmma(sum[i], a_high, b_high, 1);
      // [/products]
    }
  end_products();
}

// Row and column of tile number t: down the STRIPE tiles of a stripe, then one column to the right.
INLINE uint2 place_of(const uint t, const uint rows, const uint cols) {
  const uint stripe = t / (STRIPE * cols), in_stripe = t % (STRIPE * cols);
  const uint height = min((uint)STRIPE, rows - stripe * STRIPE); // the last one may be lower
  return (uint2)(stripe * STRIPE + in_stripe % height, in_stripe / height);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_three_products(global const uchar* A, global const uchar* B, global float* C, const int M,
                      const int N, const int tiles_along_k, const uint rows, const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint row0 = item / 128 * BLOCKS * 64;            // of my warpgroup in the tile
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
          fetch(first + now * STAGE_BYTES, A + 2 * a * A_BYTES, B + 2 * b * B_BYTES, full + now);
          if (++now == STAGES)
            now = 0, parity ^= 1;
        }
      }
  } else {
    float sum[BLOCKS][BN / 2], total[BLOCKS][BN / 2]; // sum: not set to zero, the first product (add = 0) ignores it
    for (uint t = get_group_id(0); t < rows * cols; t += get_num_groups(0)) {
#pragma unroll
      for (int i = 0; i < BLOCKS; ++i)
#pragma unroll
        for (int j = 0; j < BN / 2; ++j)
          total[i][j] = 0.0f;
      for (int k = 0; k < tiles_along_k; ++k) {
        const uint stage = first + now * STAGE_BYTES;
        const int last = k % CHUNK == CHUNK - 1 || k + 1 == tiles_along_k; // of a chunk
        await(full + now, parity);
        multiply(sum, stage + 16 * row0, stage + 2 * A_BYTES, k % CHUNK > 0);
        wait_for_products(0);
        if (item % 32 == 0)
          arrive(empty + now);
        if (last) {
#pragma unroll
          for (int i = 0; i < BLOCKS; ++i)
#pragma unroll
            for (int j = 0; j < BN / 2; ++j)
              total[i][j] += sum[i][j];
        }
        if (++now == STAGES)
          now = 0, parity ^= 1;
      }

      // Store. The fetcher has begun with the next tile.
      const uint2 tile = place_of(t, rows, cols);
#pragma unroll
      for (int i = 0; i < BLOCKS; ++i)
        store_block(total[i], C, tile.x * BM + row0 + 64 * i, tile.y * BN, M, N, item);
    }
  }
}
