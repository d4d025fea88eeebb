// t20: matrices as they are. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: A and B are matrices of bfloat16, row by row, and nothing is packed. The copy engine cuts the tiles out of them itself
// (cp.async.bulk.tensor): a tensor map tells it where the rows are, and it writes them swizzled. A tile of B consists of BN / 64
// boxes with rows of B, so wgmma has to be told that its pieces run along the columns.
// Why: packing took a fifth of the time, and the factors often are bfloat16 already.
//
//   stage   [A: BM rows x 64 of k | B: 64 of k x 64 columns | the next 64 columns | ...]
//
// From      t17
// NDRange   as t17
// Local     2*BK*STAGES*(BM + BN) bytes, and 16 for each stage
// Needs     K and N multiples of 8; BK = 64; else as t12
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

// Row and column of tile number t: down the STRIPE tiles of a stripe, then one column to the right.
INLINE uint2 place_of(const uint t, const uint rows, const uint cols) {
  const uint stripe = t / (STRIPE * cols), in_stripe = t % (STRIPE * cols);
  const uint height = min((uint)STRIPE, rows - stripe * STRIPE); // the last one may be lower
  return (uint2)(stripe * STRIPE + in_stripe % height, in_stripe / height);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_tensor_maps(global const ulong* a_map, global const ulong* b_map, global float* C,
                   const int M, const int N, const int tiles_along_k, const uint rows,
                   const uint cols) {
  // Identify.
  const uint item = get_local_id(0);
  const uint row0 = item / 128 * BLOCKS * 64; // of my warpgroup in the tile
  local uchar tiles[1024] __attribute__((aligned(1024))); // STAGES * STAGE_BYTES in the changed PTX
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
        store_block(sum[i], C, tile.x * BM + row0 + 64 * i, tile.y * BN, M, N, item);
    }
  }
}
