// v14: the whole job, C = alpha * op(A) * op(B) + beta * C, for any shape; with tuned parameters.
//
// Changed: op(X) is X or its transpose, chosen at build time; alpha and beta; and for sizes that are multiples of the
// tiles a build without guards. Each matrix is stored row by row without gaps.
// Why: this is what a library's sgemm offers. A tile can run along k in memory (A, transposed B) or across k (B,
// transposed A): the first kind is turned while it is stored, the second is not. The rest is v13.
//
//   op(A)(row, k):  A[row][k]  or, TRANSPOSE_A=1,  A[k][row]        a_tile[k][row]
//   op(B)(k, col):  B[k][col]  or, TRANSPOSE_B=1,  B[col][k]        b_tile[k][col]
//
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN)
// Local     8*BK*(BM + BN + 2*PAD) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; WM % TM == 0, WN % TN == 0; BM % WM == 0, BN % WN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 only if the rows of A, B and C as stored all have a length that is a multiple of 4.
//           GUARD=0 only if ALIGNED=1 and M % BM == 0, N % BN == 0, K % BK == 0.
//           beta == 0 means that C is not read: NaN in it does not survive.
// Loads     as v13; C: M*N/4 if beta != 0      Stores: as v13
#ifndef BM
#define BM 128
#define BN 128
#define BK 8
#define WM 32
#define WN 64
#define TM 8
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#ifndef ALIGNED
#define ALIGNED 0
#endif
#ifndef TRANSPOSE_A
#define TRANSPOSE_A 0
#endif
#ifndef TRANSPOSE_B
#define TRANSPOSE_B 0
#endif
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#define A_EACH ((BM * BK / 4 + ITEMS - 1) / ITEMS) // float4s that a work-item fetches for a tile of A
#define B_EACH ((BK * BN / 4 + ITEMS - 1) / ITEMS)
#include "float4.clh"

// The float4 number i of the tile of X that starts at (x0, k0); x is the row of C for A, the column for B.
float4 fetch(global const float* X, const int along_k, const int i, const int tile_width,
             const int x0, const int width, const int k0, const int K) {
  if (along_k) {
    const int x = x0 + i / (BK / 4);
    return load4(X + x * K, k0 + i % (BK / 4) * 4, !GUARD || x < width ? K : 0);
  }
  const int k = k0 + i / (tile_width / 4);
  return load4(X + k * width, x0 + i % (tile_width / 4) * 4, !GUARD || k < K ? width : 0);
}

// Puts it at its place in tile[k][x], whose rows are tile_width + PAD long.
void put(local float* tile, const int along_k, const int i, const int tile_width, const float4 v) {
  const int pitch = tile_width + PAD;
  if (along_k) {
    local float* column = tile + i % (BK / 4) * 4 * pitch + i / (BK / 4);
    column[0 * pitch] = v.x;
    column[1 * pitch] = v.y;
    column[2 * pitch] = v.z;
    column[3 * pitch] = v.w;
  } else
    *(local float4*)(tile + i / (tile_width / 4) * pitch + i % (tile_width / 4) * 4) = v;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul(const int M, const int N, const int K, global const float* A, global const float* B,
       global float* C, const float alpha, const float beta) {
  // Identify.
  const int item = get_local_id(0);
  const int warp = item / LANES, lane = item % LANES;
  const int y = warp / (BN / WN) * WM + lane / LANES_X * 4; // my first row and column in the tile;
  const int x = warp % (BN / WN) * WN + lane % LANES_X * 4; // four there, four 4*LANES_Y (X) on, ...
  const int row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK][BM + PAD] __attribute__((aligned(16)));
  local float b_tile[2][BK][BN + PAD] __attribute__((aligned(16)));
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
      for (int n = 0; n < A_EACH; ++n)
        if (item + n * ITEMS < BM * BK / 4)
          a_next[n] = fetch(A, !TRANSPOSE_A, item + n * ITEMS, BM, row0, M, k1, K);
#pragma unroll
      for (int n = 0; n < B_EACH; ++n)
        if (item + n * ITEMS < BK * BN / 4)
          b_next[n] = fetch(B, TRANSPOSE_B, item + n * ITEMS, BN, col0, N, k1, K);
    }
    // Compute.
    if (k0 >= 0) {
#pragma unroll
      for (int k = 0; k < BK; ++k) {
        float a[TM];
        float4 b[TN / 4];
#pragma unroll
        for (int i = 0; i < TM; i += 4)
          vstore4(*(local const float4*)&a_tile[now][k][y + i * LANES_Y], 0, a + i);
#pragma unroll
        for (int j = 0; j < TN / 4; ++j)
          b[j] = *(local const float4*)&b_tile[now][k][x + j * 4 * LANES_X];
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
      for (int n = 0; n < A_EACH; ++n)
        if (item + n * ITEMS < BM * BK / 4)
          put(a_tile[1 - now][0], !TRANSPOSE_A, item + n * ITEMS, BM, a_next[n]);
#pragma unroll
      for (int n = 0; n < B_EACH; ++n)
        if (item + n * ITEMS < BK * BN / 4)
          put(b_tile[1 - now][0], TRANSPOSE_B, item + n * ITEMS, BN, b_next[n]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN / 4; ++j) {
      const int row = row0 + y + i / 4 * 4 * LANES_Y + i % 4, col = col0 + x + j * 4 * LANES_X;
      const int length = !GUARD || row < M ? N : 0;
      float4 c = alpha * sum[i][j];
      if (beta != 0.0f)
        c += beta * load4(C + row * N, col, length);
      store4(c, C + row * N, col, length);
    }
}
