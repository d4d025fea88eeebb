// v10: four floats for each memory instruction.
//
// Changed: everything moves as float4. The tile of A is turned while it is stored (a_tile[k][row]), so that the
// TM rows that a work-item needs lie side by side too.
// Why: a quarter of the load instructions. The arithmetic of v9 is fast enough to wait for the instruction
// issue, not for bytes. A work-item's rows and columns are dealt out four at a time now.
//
//   A (rows)                       a_tile[BK][BM]              columns of work-item x:
//   k  k+1 k+2 k+3   one float4    k    . . * . .              4x .. 4x+3,
//   *   *   *   *    ---------->   k+1  . . * . .              4x + 4*ITEMS_X .. + 3, ...
//                    four stores   k+2  . . * . .
//
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     4*BK*(BM + BN) bytes
// Needs     TM, TN, BK % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 only if K % 4 == 0 and N % 4 == 0 (every row then starts at a multiple of 16 bytes)
// Loads     (aligned; a float4 counts as one) with S = ceil(K / BK): A: M*K/4*ceil(N/BN), B: K*N/4*ceil(M/BM);
//           local: S*BK*(TM + TN)/4 for each work-item
// Stores    M*N/4; local: S*BK*(BM + BN/4) for each group
#ifndef BM
#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8
#endif
#ifndef ALIGNED
#define ALIGNED 0
#endif
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))
#include "float4.clh"

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul(const int M, const int N, const int K, global const float* A, global const float* B,
       global float* C) {
  // Identify.
  const int x = get_local_id(0), y = get_local_id(1);
  const int item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BK][BM] __attribute__((aligned(16)));
  local float b_tile[BK][BN] __attribute__((aligned(16)));
  float4 sum[TM][TN / 4];
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN / 4; ++j)
      sum[i][j] = 0.0f;

  for (int k0 = 0; k0 < K; k0 += BK) {
    // Load.
    for (int i = item; i < BM * BK / 4; i += ITEMS) {
      const int row = i / (BK / 4), k = i % (BK / 4) * 4;
      const float4 a = load4(A + (row0 + row) * K, k0 + k, row0 + row < M ? K : 0);
      a_tile[k + 0][row] = a.x;
      a_tile[k + 1][row] = a.y;
      a_tile[k + 2][row] = a.z;
      a_tile[k + 3][row] = a.w;
    }
    for (int i = item; i < BK * BN / 4; i += ITEMS) {
      const int k = i / (BN / 4), col = i % (BN / 4) * 4;
      *(local float4*)&b_tile[k][col] = load4(B + (k0 + k) * N, col0 + col, k0 + k < K ? N : 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float a[TM];
      float4 b[TN / 4];
#pragma unroll
      for (int i = 0; i < TM; i += 4)
        vstore4(*(local const float4*)&a_tile[k][y * TM + i], 0, a + i);
#pragma unroll
      for (int j = 0; j < TN / 4; ++j)
        b[j] = *(local const float4*)&b_tile[k][4 * (x + j * ITEMS_X)];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN / 4; ++j)
          sum[i][j] += a[i] * b[j];
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
