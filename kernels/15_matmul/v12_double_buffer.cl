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
// From      v11
// NDRange   (ceil(N/BN)*BN/TN) x (ceil(M/BM)*BM/TM); local size BN/TN x BM/TM
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; BM % TM == 0, BN % TN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
// Loads, stores   as v10
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

// [fetch]
// Global memory -> registers: my share of the tiles that begin at k0.
__attribute__((always_inline)) void fetch(floatV* a, floatV* b, global const float* A,
                                          global const float* B, uint item, int row0, int col0,
                                          int k0, int M, int N, int K) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = row0 + i / (BK / V), k = k0 + i % (BK / V) * V;
    if (MINE(n, BM * BK / V))
      a[n] = LOAD(A + row * K + k, row < M && k < K);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = k0 + i / (BN / V), col = col0 + i % (BN / V) * V;
    if (MINE(n, BK * BN / V))
      b[n] = LOAD(B + k * N + col, k < K && col < N);
  }
}
// [/fetch]

// Registers -> local memory.
__attribute__((always_inline)) void put(local float* a_tile, local float* b_tile, const floatV* a,
                                        const floatV* b, const uint item) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n)
    if (MINE(n, BM * BK / V))
      put_one(a_tile, 1, item + n * ITEMS, BM, a[n]);
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n)
    if (MINE(n, BK * BN / V))
      put_one(b_tile, 0, item + n * ITEMS, BN, b[n]);
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
matmul_double_buffer(global const float* A, global const float* B, global float* C, const int M,
                     const int N, const int K) {
  // Identify.
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint item = y * ITEMS_X + x;
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK * (BM + PAD)] __attribute__((aligned(16)));
  local float b_tile[2][BK * BN] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  float sum[TM][TN] = {{0.0f}};

  // Step -1 only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // [loop]
    // Load the next tiles into registers.
    if (k0 + BK < K)
      fetch(a_next, b_next, A, B, item, row0, col0, k0 + BK, M, N, K);
    // Compute.
    if (k0 >= 0)
      multiply(sum, a_tile[now] + y * TM, b_tile[now] + 4 * x);
    // Store the next tiles into local memory.
    if (k0 + BK < K)
      put(a_tile[1 - now], b_tile[1 - now], a_next, b_next, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    // [/loop]
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
