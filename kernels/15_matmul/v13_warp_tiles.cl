// v13: work-items of one warp stay together (warp tiles).
//
// Changed: only the answer to "which rows and columns are mine?". The work-group's tile is cut into warp tiles of
// WM x WN, and within a warp tile rows and columns are dealt out four at a time.
// Why: in v12 a warp of 32 covered 2 rows of work-items times 16 columns: it read 2*TM values of A, but 16*TN
// of B for each k. With warp tiles of 32 x 64 it reads 32 + 64. Local memory serves equal addresses once, so a warp
// with fewer different addresses waits less.
//
//   +------WN------+------WN------+             one warp: LANES_X work-items side by side
//   | warp 0       | warp 1       | WM          x: 0 1 2 3 ... each 4 columns, then the next 4*LANES_X columns
//   +--------------+--------------+             y: the same with rows
//   | warp 2       | warp 3       | WM
//   +--------------+--------------+
//
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN)
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; WM % TM == 0, WN % TN == 0; BM % WM == 0, BN % WN == 0; M*K, K*N, M*N < 2^31.
//           Best with WM/TM * WN/TN = 32, the warp of the device, but right with any.
//           ALIGNED=1 only if K % 4 == 0 and N % 4 == 0 (every row then starts at a multiple of 16 bytes)
// Loads, stores   as v12: only fewer of them are to different addresses
#ifndef BM
#define BM 128
#define BN 128
#define BK 8
#define WM 32
#define WN 64
#define TM 8
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#ifndef ALIGNED
#define ALIGNED 0
#endif
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#define A_EACH ((BM * BK / 4 + ITEMS - 1) / ITEMS) // float4s that a work-item fetches for a tile of A
#define B_EACH ((BK * BN / 4 + ITEMS - 1) / ITEMS)
#include "float4.clh"

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul(const int M, const int N, const int K, global const float* A, global const float* B,
       global float* C) {
  // Identify.
  const int item = get_local_id(0);
  const int warp = item / LANES, lane = item % LANES;
  const int y = warp / (BN / WN) * WM + lane / LANES_X * 4; // my first row and column in the tile;
  const int x = warp % (BN / WN) * WN + lane % LANES_X * 4; // four there, four 4*LANES_Y (X) on, ...
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK][BM + PAD] __attribute__((aligned(16)));
  local float b_tile[2][BK][BN] __attribute__((aligned(16)));
  float4 a_next[A_EACH], b_next[B_EACH];
  float4 sum[TM][TN / 4];
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN / 4; ++j)
      sum[i][j] = 0.0f;

  // The step before the first only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // Load the next tiles into registers.
    const int k1 = k0 + BK;
    if (k1 < K) {
#pragma unroll
      for (int n = 0; n < A_EACH; ++n) {
        const int i = item + n * ITEMS, row = i / (BK / 4), k = i % (BK / 4) * 4;
        if (i < BM * BK / 4)
          a_next[n] = load4(A + (row0 + row) * K, k1 + k, row0 + row < M ? K : 0);
      }
#pragma unroll
      for (int n = 0; n < B_EACH; ++n) {
        const int i = item + n * ITEMS, k = i / (BN / 4), col = i % (BN / 4) * 4;
        if (i < BK * BN / 4)
          b_next[n] = load4(B + (k1 + k) * N, col0 + col, k1 + k < K ? N : 0);
      }
    }
    // Compute.
    if (k0 >= 0) {
#pragma unroll
      for (int k = 0; k < BK; ++k) {
        float a[TM];
        float4 b[TN / 4];
#pragma unroll
        for (int i = 0; i < TM; i += 4)
          vstore4(*(local const float4*)&a_tile[now][k][y + i * LANES_Y], 0, a + i);
#pragma unroll
        for (int j = 0; j < TN / 4; ++j)
          b[j] = *(local const float4*)&b_tile[now][k][x + j * 4 * LANES_X];
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
          for (int j = 0; j < TN / 4; ++j)
            sum[i][j] += a[i] * b[j];
      }
    }
    // Store the next tiles into local memory.
    if (k1 < K) {
#pragma unroll
      for (int n = 0; n < A_EACH; ++n) {
        const int i = item + n * ITEMS, row = i / (BK / 4), k = i % (BK / 4) * 4;
        if (i < BM * BK / 4) {
          a_tile[1 - now][k + 0][row] = a_next[n].x;
          a_tile[1 - now][k + 1][row] = a_next[n].y;
          a_tile[1 - now][k + 2][row] = a_next[n].z;
          a_tile[1 - now][k + 3][row] = a_next[n].w;
        }
      }
#pragma unroll
      for (int n = 0; n < B_EACH; ++n) {
        const int i = item + n * ITEMS, k = i / (BN / 4), col = i % (BN / 4) * 4;
        if (i < BK * BN / 4)
          *(local float4*)&b_tile[1 - now][k][col] = b_next[n];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN / 4; ++j) {
      const int row = row0 + y + i / 4 * 4 * LANES_Y + i % 4;
      store4(sum[i][j], C + row * N, col0 + x + j * 4 * LANES_X, row < M ? N : 0);
    }
}
