// t16: two work-groups share what they fetch. NVIDIA ONLY, compute capability 9.0 exactly: PTX for sm_90a, hidden from the compiler.
//
// Changed: work-groups form clusters of two, with tiles below each other. Both need the same tile of B: each fetches half of it for both.
// Why: a cluster fetches 2 * 128 rows and 256 columns for 256 * 256 sums, two work-groups without it 2 * (128 + 256): a third less from the
// second-level cache.
//
// From      t15
// NDRange   as t15, an even number of work-groups; in the changed PTX: .reqnctapercluster 2, 1, 1
// Local     as t12
// Needs     rows: the number of tile rows, padded to an even one; else as t12
#ifndef BM
#define BM 128
#define BN 256
#define BK 32
#define STAGES 8
#define WARPGROUPS 2
#define STRIPE 8
#endif
#define CLUSTER 2 // work-groups with tiles below each other
#include "wgmma.clh"
#define ITEMS (128 * WARPGROUPS + 32) // the last warp only fetches
#define BLOCKS (BM / 64 / WARPGROUPS) // of 64 rows, for each warpgroup
#define A_BYTES (2 * BM * BK) // of a tile
#define B_BYTES (2 * BN * BK)
#define STAGE_BYTES (A_BYTES + B_BYTES)

// Global memory -> local memory: starts to copy my tile of A, and my part of that of B to all work-groups of the cluster.
// [fetch]
INLINE void fetch(const uint stage, global const uchar* A, global const uchar* B, local ulong* full,
                  const uint rank) {
  const uint part = B_BYTES / CLUSTER * rank;
  arrive_and_expect(full, STAGE_BYTES);
  copy_bulk(stage, A, A_BYTES, full);
  copy_bulk_to_all(stage + A_BYTES + part, B + part, B_BYTES / CLUSTER, full, CLUSTER);
}
// [/fetch]

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

// Row and column of tile number t: down the STRIPE tiles of a stripe, then one column to the right.
INLINE uint2 place_of(const uint t, const uint rows, const uint cols) {
  const uint stripe = t / (STRIPE * cols), in_stripe = t % (STRIPE * cols);
  const uint height = min((uint)STRIPE, rows - stripe * STRIPE); // the last one may be lower
  return (uint2)(stripe * STRIPE + in_stripe % height, in_stripe / height);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_clusters(global const uchar* A, global const uchar* B, global float* C, const int M,
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
      create(empty + stage, 4 * WARPGROUPS * CLUSTER); // all warps that use what I send
    }
    publish();
  }
  const uint rank = rank_in_cluster(), cluster = get_group_id(0) / CLUSTER;
  barrier(CLK_LOCAL_MEM_FENCE);
  cluster_barrier(); // nobody sends before all mbarriers exist

  int now = 0, parity = 0;
  if (item >= 128 * WARPGROUPS) {
    if (item % 32 == 0)
      for (uint t = cluster; t < rows / CLUSTER * cols; t += get_num_groups(0) / CLUSTER) {
        const uint2 tile = place_of(t, rows / CLUSTER, cols);
        for (int k = 0; k < tiles_along_k; ++k) {
          const ulong a = (ulong)(tile.x * CLUSTER + rank) * tiles_along_k + k,
                      b = (ulong)tile.y * tiles_along_k + k;
          await(empty + now, parity ^ 1); // at first, phase -1: it has ended
          fetch(first + now * STAGE_BYTES, A + a * A_BYTES, B + b * B_BYTES, full + now,
                rank);
          if (++now == STAGES)
            now = 0, parity ^= 1;
        }
      }
  } else {
    float sum[BLOCKS][BN / 2];
    int before = 0; // the stage that was used last
    for (uint t = cluster; t < rows / CLUSTER * cols; t += get_num_groups(0) / CLUSTER) {
      for (int k = 0; k < tiles_along_k; ++k) {
        const uint stage = first + now * STAGE_BYTES;
        await(full + now, parity);
        multiply(sum, stage + 16 * row0, stage + A_BYTES, k > 0);
        wait_for_products(1);
        if (item % 32 < CLUSTER && k > 0)
          arrive_at(empty + before, item % 32);
        before = now;
        if (++now == STAGES)
          now = 0, parity ^= 1;
      }
      wait_for_products(0);
      if (item % 32 < CLUSTER)
        arrive_at(empty + before, item % 32);

      // Store. The fetcher has begun with the next tile.
      const uint2 tile = place_of(t, rows / CLUSTER, cols);
#pragma unroll
      for (int i = 0; i < BLOCKS; ++i)
        store_block(sum[i], C, (tile.x * CLUSTER + rank) * BM + row0 + 64 * i, tile.y * BN, M, N, item);
    }
  }
  cluster_barrier(); // nobody leaves while others may send to it or arrive at its mbarriers
}
