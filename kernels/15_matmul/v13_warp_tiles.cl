// v13: work-items of one warp stay together (warp tiles).
//
// Changed: only the answer to "which rows and columns are mine?". The tile of the work-group is cut into
// warp tiles of WM x WN, and within a warp tile rows and columns are dealt out four at a time.
// Why: in v12 a warp of 32 work-items covered 2 x 16 of them: for each k it read 2*TM different values of A,
// but 16*TN of B. With 16 x 8 sums that is 32 + 128; a warp tile of 64 x 64 needs 64 + 64. Local memory
// serves equal addresses at once, so a warp with fewer different addresses waits less.
//
//   +------WN------+------WN------+          inside: LANES_Y x LANES_X work-items
//   | warp 0       | warp 1       | WM       x: 0 1 2 3 ... four columns each, 4*LANES_X in a row,
//   +--------------+--------------+             then each its next four
//   | warp 2       | warp 3       | WM       y: the same with rows
//   +--------------+--------------+
//
// From      v12
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN)
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; WM % TM == 0, WN % TN == 0; BM % WM == 0, BN % WN == 0; M*K, K*N, M*N < 2^31.
//           Best with WM/TM * WN/TN = 32, the warp of the device, but right with any.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
// Loads, stores   as v10: only fewer of them at different addresses
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define TM 16
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#include "vector.clh"

// Puts the floatV number i of a tile into local memory. In a tile of A it runs along k, and is turned.
void put_one(local float* tile, const int along_k, const uint i, const uint tile_width,
             const floatV v) {
  if (along_k) {
    float array[V];
    TO_ARRAY(v, array);
#pragma unroll
    for (uint e = 0; e < V; ++e)
      tile[(i % (BK / V) * V + e) * (tile_width + PAD) + i / (BK / V)] = array[e];
  } else
    *(local floatV*)(tile + i * V) = v;
}

// Global memory -> registers: my share of the tiles that begin at k0.
__attribute__((always_inline)) void fetch(floatV* a, floatV* b, global const float* A,
                                          global const float* B, uint item, uint row0, uint col0,
                                          int k0, int M, int N, int K) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = row0 + i / (BK / V), k = k0 + i % (BK / V) * V;
    if (MINE(n, BM * BK / V))
      a[n] = LOAD(A + row * K + k, row < M && k < K);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = k0 + i / (BN / V), col = col0 + i % (BN / V) * V;
    if (MINE(n, BK * BN / V))
      b[n] = LOAD(B + k * N + col, k < K && col < N);
  }
}

// Registers -> local memory.
__attribute__((always_inline)) void put(local float* a_tile, local float* b_tile, const floatV* a,
                                        const floatV* b, const uint item) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n)
    if (MINE(n, BM * BK / V))
      put_one(a_tile, 1, item + n * ITEMS, BM, a[n]);
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n)
    if (MINE(n, BK * BN / V))
      put_one(b_tile, 0, item + n * ITEMS, BN, b[n]);
}

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
#pragma unroll
  for (int k = 0; k < BK; ++k) {
    float a[TM], b[TN];
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      vstore4(*(local const float4*)(a_tile + k * (BM + PAD) + i * LANES_Y), 0, a + i);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      vstore4(*(local const float4*)(b_tile + k * BN + j * LANES_X), 0, b + j);
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j)
        sum[i][j] += a[i] * b[j];
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_warp_tiles(global const float* A, global const float* B, global float* C, const int M,
                  const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  // [identify]
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM + lane / LANES_X * 4; // my first row and column in the tile:
  const uint x =
      warp % (BN / WN) * WN + lane % LANES_X * 4; // four here, four 4*LANES_Y (X) on, ...
  // [/identify]
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK * (BM + PAD)] __attribute__((aligned(16)));
  local float b_tile[2][BK * BN] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  float sum[TM][TN] = {{0.0f}};

  // Step -1 only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // Load the next tiles into registers.
    if (k0 + BK < K)
      fetch(a_next, b_next, A, B, item, row0, col0, k0 + BK, M, N, K);
    // Compute.
    if (k0 >= 0)
      multiply(sum, a_tile[now] + y, b_tile[now] + x);
    // Store the next tiles into local memory.
    if (k0 + BK < K)
      put(a_tile[1 - now], b_tile[1 - now], a_next, b_next, item);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += V) {
      const uint row = row0 + y + i / 4 * 4 * LANES_Y + i % 4;
      const uint col = col0 + x + j / 4 * 4 * LANES_X + j % 4;
      if (row < M && col < N)
        *(global floatV*)(C + row * N + col) = FROM_ARRAY(sum[i] + j);
    }
}
