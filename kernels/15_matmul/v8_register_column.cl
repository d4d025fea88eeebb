// v8: one work-item computes a column of TM elements of C (1-D register blocking).
//
// Changed: tiles are rectangular now (BM x BK of A, BK x BN of B), and a work-item has TM sums in
// registers. Why: an element of B, once read from local memory, is used TM times. Per multiply-add
// v7 read 2 floats from local memory; here it is 1 + 1/TM. Work-groups fetch bigger tiles with
// fewer work-items, so each work-item fetches several elements: i, i + ITEMS, i + 2*ITEMS ... ,
// neighbours side by side.
//
//                 BN                         one work-item: TM rows of one column
//          +--------------+                    c     a         b
//    BM    |  | c |       |  BM/TM rows        c  +=  a    x
//          |  | c |       |  of work-items     c     a
//          +--------------+
//
// From      v7
// NDRange   (ceil(N/BN)*BN) x (ceil(M/BM)*BM/TM); local size BN x BM/TM
// Local     4*BK*(BM + BN) bytes
// Needs     BM % TM == 0; M*K, K*N, M*N < 2^31
// Loads     with S = ceil(K / BK): A: M*K*ceil(N/BN), B: K*N*ceil(M/BM);
//           local: S*BK*(1 + TM) for each work-item      Stores: M*N; local: S*BK*(BM + BN) for
//           each group

// [kernel]
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define TM 16
#endif
#define ITEMS (BN * (BM / TM))
kernel __attribute__((reqd_work_group_size(BN, BM / TM, 1))) void
matmul_register_column(global const float* A, global const float* B, global float* C, const int M,
                       const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * BN + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BM][BK];
  local float b_tile[BK][BN];
  float sum[TM] = {0.0f};

  for (int k0 = 0; k0 < K; k0 += BK) {
    // Load.
    for (uint i = item; i < BM * BK; i += ITEMS) {
      const int row = row0 + i / BK, k = k0 + i % BK;
      a_tile[i / BK][i % BK] = row < M && k < K ? A[row * K + k] : 0.0f;
    }
    for (uint i = item; i < BK * BN; i += ITEMS) {
      const int k = k0 + i / BN, col = col0 + i % BN;
      b_tile[i / BN][i % BN] = k < K && col < N ? B[k * N + col] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
    // [compute]
    for (int k = 0; k < BK; ++k) {
      const float b = b_tile[k][x];
#pragma unroll
      for (int i = 0; i < TM; ++i)
        sum[i] += a_tile[y * TM + i][k] * b;
    }
    // [/compute]
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int row = row0 + y * TM + i, col = col0 + x;
    if (row < M && col < N)
      C[row * N + col] = sum[i];
  }
}
// [/kernel]
