// v12: fetch the next tiles while computing with these (double buffering).
//
// Changed: two tiles of each kind. While the work-items multiply with one pair, the loads for the next pair are
// already on their way into registers; afterwards they go into the other pair.
// Why: a load from global memory takes several hundred cycles. Now the whole computation of a tile hides it, and
// one barrier for each step is enough instead of two.
//
//   step            0          1          2
//   global loads  [tile 1]   [tile 2]   [tile 3]        -> registers
//   compute       [tile 0]   [tile 1]   [tile 2]
//   local stores          1->        2->        3->     the pair that is free; then the barrier
//
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 only if K % 4 == 0 and N % 4 == 0 (every row then starts at a multiple of 16 bytes)
// Loads, stores   as v10, but K = 0 counts as one step of local memory: max(1, S)
#ifndef BM
#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#ifndef ALIGNED
#define ALIGNED 0
#endif
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))
#define A_EACH ((BM * BK / 4 + ITEMS - 1) / ITEMS) // float4s that a work-item fetches for a tile of A
#define B_EACH ((BK * BN / 4 + ITEMS - 1) / ITEMS)
#include "float4.clh"

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul(const int M, const int N, const int K, global const float* A, global const float* B,
       global float* C) {
  // Identify.
  const int x = get_local_id(0), y = get_local_id(1);
  const int item = y * ITEMS_X + x;
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
          vstore4(*(local const float4*)&a_tile[now][k][y * TM + i], 0, a + i);
#pragma unroll
        for (int j = 0; j < TN / 4; ++j)
          b[j] = *(local const float4*)&b_tile[now][k][4 * (x + j * ITEMS_X)];
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
      const int row = row0 + y * TM + i;
      store4(sum[i][j], C + row * N, col0 + 4 * (x + j * ITEMS_X), row < M ? N : 0);
    }
}
