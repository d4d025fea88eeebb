// v9: one work-item computes a block of TM x TN elements of C (2-D register blocking).
//
// Changed: TN columns for each work-item as well. It reads TM values of A and TN of B into
// registers and multiplies every one with every other. Why: TM + TN local loads feed TM * TN
// multiply-adds; v8 needed 1 + 1/TM loads for each one. With 16 x 8 this is 0.19 loads for each
// multiply-add instead of 1.06. A work-item's columns lie BN/TN apart, so that neighbouring
// work-items touch neighbouring columns: local loads of B without bank conflicts, and
// coalesced stores. (Loads of A have conflicts: the rows of two work-items are a multiple of 32 floats
// apart, in the same bank.)
//
//            b b b b         (TN values)             columns x, x + BN/TN, x + 2*BN/TN, ...
//        a   c c c c
//        a   c c c c         TM*TN sums in registers
//
// From      v8
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     4*BK*(BM + BN) bytes
// Needs     BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31
// Loads     with S = ceil(K / BK): A: M*K*ceil(N/BN), B: K*N*ceil(M/BM);
//           local: S*BK*(TM + TN) for each work-item      Stores: M*N; local: S*BK*(BM + BN) for
//           each group

// [kernel]
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define TM 16
#define TN 8
#endif
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
  // [multiply]
  for (int k = 0; k < BK; ++k) {
    float a[TM], b[TN];
#pragma unroll
    for (int i = 0; i < TM; ++i)
      a[i] = a_tile[i * BK + k];
#pragma unroll
    for (int j = 0; j < TN; ++j)
      b[j] = b_tile[k * BN + j * ITEMS_X];
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j)
        sum[i][j] += a[i] * b[j];
  }
  // [/multiply]
}

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul_register_block(global const float* A, global const float* B, global float* C, const int M,
                      const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BM * BK];
  local float b_tile[BK * BN];
  float sum[TM][TN] = {{0.0f}};

  for (int k0 = 0; k0 < K; k0 += BK) {
    // Load.
    for (uint i = item; i < BM * BK; i += ITEMS) {
      const int row = row0 + i / BK, k = k0 + i % BK;
      a_tile[i] = row < M && k < K ? A[row * K + k] : 0.0f;
    }
    for (uint i = item; i < BK * BN; i += ITEMS) {
      const int k = k0 + i / BN, col = col0 + i % BN;
      b_tile[i] = k < K && col < N ? B[k * N + col] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
    multiply(sum, a_tile + y * TM * BK, b_tile + x);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + y * TM + i, col = col0 + x + j * ITEMS_X;
      if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}
// [/kernel]
