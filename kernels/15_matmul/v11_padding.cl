// v11: a pad against bank conflicts.
//
// Changed: the rows of the turned tile of A are PAD floats longer than they need to be.
// Why: local memory has 32 banks of 4 bytes; work-items of one warp that want different words of one bank must
// queue. Turning the tile writes down its columns: work-items of one warp store a_tile[k][row] for a few rows and
// several k, and with rows of 128 floats all these k share the same banks. With rows of 132 they spread.
//
//   a_tile   row -> 0   1   2  ...  127 | pad (4)         bank of a_tile[k][row]
//   k = 0           *                   |                 without pad: row % 32
//   k = 4           *                   |                 with pad 4:  (row + 4*k) % 32
//
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     4*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 only if K % 4 == 0 and N % 4 == 0 (every row then starts at a multiple of 16 bytes)
// Loads, stores   as v10: only their banks change
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
#include "float4.clh"

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul(const int M, const int N, const int K, global const float* A, global const float* B,
       global float* C) {
  // Identify.
  const int x = get_local_id(0), y = get_local_id(1);
  const int item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BK][BM + PAD] __attribute__((aligned(16)));
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
