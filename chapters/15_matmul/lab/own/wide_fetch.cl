// v9 with tiles that are fetched in float4s, as in v10, in whose place it runs; the rest is v9.

#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define TM 16
#define TN 8
#endif
#include "vector.clh"
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
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
}

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul_vectors(global const float* A, global const float* B, global float* C, const int M,
               const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BM * BK] __attribute__((aligned(16)));
  local float b_tile[BK * BN] __attribute__((aligned(16)));
  float sum[TM][TN] = {{0.0f}};

  for (int k0 = 0; k0 < K; k0 += BK) {
    // Load.
    for (uint i = item; i < BM * BK / V; i += ITEMS) {
      const uint row = row0 + i / (BK / V), k = k0 + i % (BK / V) * V;
      *(local floatV*)(a_tile + i * V) = LOAD(A + row * K + k, row < M && k < K);
    }
    for (uint i = item; i < BK * BN / V; i += ITEMS) {
      const uint k = k0 + i / (BN / V), col = col0 + i % (BN / V) * V;
      *(local floatV*)(b_tile + i * V) = LOAD(B + k * N + col, k < K && col < N);
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
