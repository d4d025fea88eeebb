// v12: fetch the next tiles while computing with these (double buffering).
//
// Changed: two tiles of each kind. While the work-items multiply with one pair, the loads for the next pair
// are already on their way into registers; afterwards they go into the other pair.
// Why: a load from global memory takes several hundred cycles. Now the whole computation of a tile hides
// it, and one barrier for each step is enough instead of two.
//
//   step            -1         0          1          2
//   global loads  [tile 0]   [tile 1]   [tile 2]   [tile 3]      -> registers
//   compute                  [tile 0]   [tile 1]   [tile 2]
//   local stores         0->        1->        2->        3->    the pair that is free; then the barrier
//
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
// Loads, stores   as v10
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
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))
// Whether I have a floatV number n of a tile. The first test is known at build time, and nearly always true.
#define MINE(n, each_tile) ((each_tile) % ITEMS == 0 || item + (n)*ITEMS < (each_tile))
#define A_EACH ((BM * BK / V + ITEMS - 1) / ITEMS) // floatVs of a tile of A for each work-item
#define B_EACH ((BK * BN / V + ITEMS - 1) / ITEMS)
#include "vector.clh"

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul_double_buffer(global const float* A, global const float* B, global float* C, const int M,
                     const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  // [buffers]
  local float a_tile[2][BK][BM + PAD] __attribute__((aligned(16)));
  local float b_tile[2][BK][BN] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  // [/buffers]
  float sum[TM][TN] = {{0.0f}};

  // Step -1 only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // Load the next tiles into registers.
    const int k1 = k0 + BK;
    if (k1 < K) {
#pragma unroll
      for (uint n = 0; n < A_EACH; ++n) {
        const uint i = item + n * ITEMS, row = i / (BK / V), k = i % (BK / V) * V;
        if (MINE(n, BM * BK / V))
          a_next[n] = LOAD(A + (row0 + row) * K + k1 + k, row0 + row < M && k1 + k < K);
      }
#pragma unroll
      for (uint n = 0; n < B_EACH; ++n) {
        const uint i = item + n * ITEMS, k = i / (BN / V), col = i % (BN / V) * V;
        if (MINE(n, BK * BN / V))
          b_next[n] = LOAD(B + (k1 + k) * N + col0 + col, k1 + k < K && col0 + col < N);
      }
    }
    // Compute.
    if (k0 >= 0) {
#pragma unroll
      for (int k = 0; k < BK; ++k) {
        float a[TM], b[TN];
#pragma unroll
        for (int i = 0; i < TM; i += 4)
          vstore4(*(local const float4*)&a_tile[now][k][y * TM + i], 0, a + i);
#pragma unroll
        for (int j = 0; j < TN; j += 4)
          vstore4(*(local const float4*)&b_tile[now][k][4 * x + j * ITEMS_X], 0, b + j);
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
          for (int j = 0; j < TN; ++j)
            sum[i][j] += a[i] * b[j];
      }
    }
    // Store the next tiles into local memory.
    if (k1 < K) {
#pragma unroll
      for (uint n = 0; n < A_EACH; ++n) {
        const uint i = item + n * ITEMS, row = i / (BK / V), k = i % (BK / V) * V;
        float a[V];
        TO_ARRAY(a_next[n], a);
#pragma unroll
        for (int e = 0; e < V; ++e)
          if (MINE(n, BM * BK / V))
            a_tile[1 - now][k + e][row] = a[e];
      }
#pragma unroll
      for (uint n = 0; n < B_EACH; ++n) {
        const uint i = item + n * ITEMS, k = i / (BN / V), col = i % (BN / V) * V;
        if (MINE(n, BK * BN / V))
          *(local floatV*)&b_tile[1 - now][k][col] = b_next[n];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += V) {
      const int row = row0 + y * TM + i;
      const int col = col0 + 4 * x + j / 4 * 4 * ITEMS_X + j % 4;
      if (row < M && col < N)
        *(global floatV*)(C + row * N + col) = FROM_ARRAY(sum[i] + j);
    }
}
