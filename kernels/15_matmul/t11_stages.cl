// t11: eight stages. All of the local memory of a compute unit. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: STAGES is 8, nothing else: 192 KiB.
// Why: copies have the time of seven computations to arrive. There is one work-group in each compute unit, so nothing else hides
// their latency.
//
// From      t10
// NDRange, Local, Needs   as t10
#ifndef BM
#define BM 128
#define BN 256
#define BK 32
#define STAGES 8
#define WARPGROUPS 2
#endif
#include "wgmma.clh"
#define ITEMS (128 * WARPGROUPS)
#define BLOCKS (BM / 64 / WARPGROUPS) // of 64 rows, for each warpgroup
#define A_BYTES (2 * BM * BK) // of a tile
#define B_BYTES (2 * BN * BK)
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
  for (int p = 0; p < BK / 8; p += 2)
#pragma unroll
    for (int i = 0; i < BLOCKS; ++i)
      wgmma(sum[i], core_matrices(a_rows + 16 * (p * BM + 64 * i), BM),
            core_matrices(b_tile + 16 * p * BN, BN), add || p > 0);
  end_products();
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_stages(global const uchar* A, global const uchar* B, global float* C, const int M,
              const int N, const int tiles_along_k, const uint rows, const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint row0 = item / 128 * BLOCKS * 64; // of my warpgroup in the tile
  const uint tile_row = get_group_id(0) / cols, tile_col = get_group_id(0) % cols;
  local uchar tiles[1024] __attribute__((aligned(128))); // STAGES * STAGE_BYTES in the changed PTX
  local ulong full[STAGES];
  float sum[BLOCKS][BN / 2]; // not set to zero: the first product (add = 0) ignores it
  A += (ulong)tile_row * tiles_along_k * A_BYTES;
  B += (ulong)tile_col * tiles_along_k * B_BYTES;
  const uint first = (uint)(size_t)tiles;

  if (item == 0) {
    for (int stage = 0; stage < STAGES; ++stage)
      create(full + stage, 1);
    publish();
    for (int stage = 0; stage < STAGES && stage < tiles_along_k; ++stage)
      fetch(first + stage * STAGE_BYTES, A + stage * A_BYTES, B + stage * B_BYTES, full + stage);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0, now = 0, parity = 0; k < tiles_along_k; ++k) {
    // Compute.
    const uint stage = first + now * STAGE_BYTES;
    await(full + now, parity);
    multiply(sum, stage + 16 * row0, stage + A_BYTES, k > 0);
    wait_for_products(0);
    // Load: start to copy one tile more, to where this one was used by all.
    barrier(CLK_LOCAL_MEM_FENCE);
    const int k1 = k + STAGES;
    if (item == 0 && k1 < tiles_along_k)
      fetch(stage, A + (ulong)k1 * A_BYTES, B + (ulong)k1 * B_BYTES, full + now);
    if (++now == STAGES)
      now = 0, parity ^= 1;
  }

  // Store.
#pragma unroll
  for (int i = 0; i < BLOCKS; ++i)
    store_block(sum[i], C, tile_row * BM + row0 + 64 * i, tile_col * BN, M, N, item);
}
