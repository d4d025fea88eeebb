// v11: a pad against bank conflicts.
//
// Changed: the rows of the turned tile of A are PAD floats longer than they need to be.
// Why: local memory has 32 banks of 4 bytes; work-items of one warp that want different words of one bank
// must queue. While the tile is turned, the work-items of a warp store a_tile[k][row] for a few rows and
// several k, and in rows of 128 floats all these k share the same banks. In rows of 132 they spread.
//
//   a_tile   row -> 0   1   2  ...  127 | pad (4)         bank of a_tile[k][row]
//   k = 0           *                   |                 without pad: row % 32
//   k = 4           *                   |                 with pad 4:  (row + 4*k) % 32
//
// From      v10
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     4*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
// Loads, stores   as v10: only their banks change
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define TM 16
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#define ITEMS_X (BN / TN)
#define ITEMS (ITEMS_X * (BM / TM))
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

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
#pragma unroll
  for (int k = 0; k < BK; ++k) {
    float a[TM], b[TN];
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      vstore4(*(local const float4*)(a_tile + k * (BM + PAD) + i), 0, a + i);
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

kernel __attribute__((reqd_work_group_size(ITEMS_X, BM / TM, 1))) void
matmul_padding(global const float* A, global const float* B, global float* C, const int M,
               const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  // [pad]
  local float a_tile[BK * (BM + PAD)] __attribute__((aligned(16)));
  // [/pad]
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
