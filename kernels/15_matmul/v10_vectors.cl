// v10: four floats for each memory instruction.
//
// Changed: everything moves as float4, where the rows of the matrices allow it. The tile of A is turned
// while it is stored (a_tile[k][row]), so that the TM rows of a work-item lie side by side as well.
// Why: a quarter of the load and store instructions; and the two rows of work-items of a warp, whose values of A were in
// the same bank, now read floats that lie in different ones. A work-item's columns are dealt out four at a time now.
//
//   A (rows)                       a_tile[BK * BM]              columns of work-item x:
//   k  k+1 k+2 k+3   one float4    k    . . * . .              4x .. 4x + 3,
//   *   *   *   *    ---------->   k+1  . . * . .              4x + 4*ITEMS_X .. + 3, ...
//                    four stores   k+2  . . * . .
//
// From      v9
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     4*BK*(BM + BN) bytes
// Needs     TM, TN, BK % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
// Loads     with S = ceil(K / BK), V = 4 if ALIGNED, else 1: A: M*K/V*ceil(N/BN), B: K*N/V*ceil(M/BM);
//           local: S*BK*(TM + TN)/4 for each work-item
// Stores    M*N/V; local: S*BK*(BM + BN/V) for each group
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define TM 16
#define TN 8
#endif
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))
#include "vector.clh"

// [put]
// Puts the floatV number i of a tile into local memory. In a tile of A it runs along k, and is turned.
void put_one(local float* tile, const int along_k, const uint i, const uint tile_width,
             const floatV v) {
  if (along_k) {
    float array[V];
    TO_ARRAY(v, array);
#pragma unroll
    for (uint e = 0; e < V; ++e)
      tile[(i % (BK / V) * V + e) * tile_width + i / (BK / V)] = array[e];
  } else
    *(local floatV*)(tile + i * V) = v;
}
// [/put]

// [multiply]
// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
#pragma unroll
  for (int k = 0; k < BK; ++k) {
    float a[TM], b[TN];
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      vstore4(*(local const float4*)(a_tile + k * BM + i), 0, a + i);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      vstore4(*(local const float4*)(b_tile + k * BN + j * ITEMS_X), 0, b + j);
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j)
        sum[i][j] += a[i] * b[j];
  }
}
// [/multiply]

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul_vectors(global const float* A, global const float* B, global float* C, const int M,
               const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[BK * BM] __attribute__((aligned(16)));
  local float b_tile[BK * BN] __attribute__((aligned(16)));
  float sum[TM][TN] = {{0.0f}};

  for (int k0 = 0; k0 < K; k0 += BK) {
    // Load.
#pragma unroll
    for (uint n = 0; n < A_EACH; ++n) {
      const uint i = item + n * ITEMS, row = row0 + i / (BK / V), k = k0 + i % (BK / V) * V;
      if (MINE(n, BM * BK / V))
        put_one(a_tile, 1, i, BM, LOAD(A + row * K + k, row < M && k < K));
    }
#pragma unroll
    for (uint n = 0; n < B_EACH; ++n) {
      const uint i = item + n * ITEMS, k = k0 + i / (BN / V), col = col0 + i % (BN / V) * V;
      if (MINE(n, BK * BN / V))
        put_one(b_tile, 0, i, BN, LOAD(B + k * N + col, k < K && col < N));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Compute.
    multiply(sum, a_tile + y * TM, b_tile + 4 * x);
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
