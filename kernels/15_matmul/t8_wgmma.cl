// t8: matrix instructions of a warpgroup. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: 128 work-items multiply together (wgmma), and the tensor cores read both operands from local memory by themselves, as
// core matrices. Nobody loads fragments any more.
// Why: in t7 every warp reads its operands into registers first, and two warps read the same ones.
//
// From      t7
// NDRange   tiles of C * ITEMS; local size ITEMS = 128
// Local     2*BK*STAGES*(BM + BN) bytes
// Needs     STAGES >= 2; BM % 64 == 0, BN = 128 or 256, BK % 16 == 0; at most 255 registers: BM*BN/256 sums and what is around them
#ifndef BM
#define BM 128
#define BN 128
#define BK 32
#define STAGES 3
#endif
#include "wgmma.clh"
#define ITEMS 128
#define PIECES (BK / 8) // pieces of 16 bytes in a row of a tile

void copy(local uint4* to, global const uint4* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint)(size_t)to), "l"(from) : "memory");
}

// What was started since the last end is one batch. wait_for_batch() waits for all but the newest STAGES - 2.
void end_of_batch() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
void wait_for_batch() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

// Global memory -> local memory: starts to copy my share of two tiles.
__attribute__((always_inline)) void fetch(local uint4* a_tile, local uint4* b_tile,
                                          global const uint4* A, global const uint4* B,
                                          const uint item) {
#pragma unroll
  for (uint i = 0; i < BM * PIECES; i += ITEMS)
    copy(a_tile + i + item, A + i + item);
#pragma unroll
  for (uint i = 0; i < BN * PIECES; i += ITEMS)
    copy(b_tile + i + item, B + i + item);
}

// sum += the product of two tiles at these addresses in local memory.
// [multiply]
__attribute__((always_inline)) void multiply(float sum[BM / 64][BN / 2], const uint a_tile,
                                             const uint b_tile, const int add) {
  begin_products();
#pragma unroll
  for (int p = 0; p < PIECES; p += 2)
#pragma unroll
    for (int i = 0; i < BM / 64; ++i)
      wgmma(sum[i], core_matrices(a_tile + 16 * (p * BM + 64 * i), BM),
            core_matrices(b_tile + 16 * p * BN, BN), add || p > 0);
  end_products();
}
// [/multiply]

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_wgmma(global const uint4* A, global const uint4* B, global float* C, const int M,
             const int N, const int tiles_along_k, const uint rows, const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint tile_row = get_group_id(0) / cols, tile_col = get_group_id(0) % cols;
  local uint4 a_tile[STAGES][BM * PIECES] __attribute__((aligned(128)));
  local uint4 b_tile[STAGES][BN * PIECES] __attribute__((aligned(128)));
  float sum[BM / 64][BN / 2]; // not set to zero: the first product (add = 0) ignores it
  A += (ulong)tile_row * tiles_along_k * BM * PIECES;
  B += (ulong)tile_col * tiles_along_k * BN * PIECES;

  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < tiles_along_k)
      fetch(a_tile[stage], b_tile[stage], A + stage * BM * PIECES, B + stage * BN * PIECES, item);
    end_of_batch();
  }
  for (int k = 0, now = 0, last = STAGES - 1; k < tiles_along_k;
       ++k, last = now, now = (now + 1) % STAGES) {
    wait_for_batch();
    publish();
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more, to where the last one was used.
    const int k1 = k + STAGES - 1;
    if (k1 < tiles_along_k)
      fetch(a_tile[last], b_tile[last], A + k1 * BM * PIECES, B + k1 * BN * PIECES, item);
    end_of_batch();
    // Compute.
    multiply(sum, (uint)(size_t)a_tile[now], (uint)(size_t)b_tile[now], k > 0);
    wait_for_products(0);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < BM / 64; ++i)
    store_block(sum[i], C, tile_row * BM + 64 * i, tile_col * BN, M, N, item);
}
