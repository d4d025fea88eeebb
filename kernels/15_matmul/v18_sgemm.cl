// v18: the whole job of a library's sgemm: C = alpha * op(A) * op(B) + beta * C.
//
// Changed: op(X) is X or its transpose, chosen at build time; alpha and beta. The rest is v17.
// Why: a product seldom comes alone. Transposing in memory first would read and write a whole matrix; here it
// costs nothing: memory runs along k in a tile of A and of a transposed B, across k in the others, and only
// tiles of the first kind are turned while they are stored.
//
//   op(A)(row, k):  A[row][k]  or, TRANSPOSE_A=1,  A[k][row]        a_tile[k][row]
//   op(B)(k, col):  B[k][col]  or, TRANSPOSE_B=1,  B[col][k]        b_tile[k][col]
//
// From      v17
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN)
// Local     8*BK*(BM + A_PAD + BN + B_PAD) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; WM % TM == 0, WN % TN == 0; BM % WM == 0, BN % WN == 0;
//           M*K, K*N, M*N < 2^31. ALIGNED=1 only if the rows of A, B and C, as stored, all have a length that is a
//           multiple of 4. GUARD=0 only if ALIGNED=1, K > 0 and M % BM == 0, N % BN == 0, K % BK == 0.
//           beta == 0 means that C is not read: NaN in it does not survive.
// Loads     as v15; C: M*N/V if beta != 0      Stores: as v15
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define TM 16
#define TN 8
#endif
#ifndef PAD
#define PAD 4
#endif
#ifndef TRANSPOSE_A
#define TRANSPOSE_A 0
#endif
#ifndef TRANSPOSE_B
#define TRANSPOSE_B 0
#endif
#ifndef EPILOGUE // what else happens to sums before they are stored: see e2
#define EPILOGUE(sums, col) (sums)
#define EPILOGUE_ARGUMENTS
#endif
#define A_PAD (TRANSPOSE_A ? 0 : PAD) // only a tile that is turned needs a pad
#define B_PAD (TRANSPOSE_B ? PAD : 0)
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#include "vector.clh"
// Lanes go through the warp tile in pairs of rows: 0 and 1 below each other, 2 and 3 to the right of them, ...
#define PAIR (LANES_Y % 2 == 0 ? 2 : 1)
#define LANE_Y (lane % PAIR + lane / (PAIR * LANES_X) * PAIR)
#define LANE_X (lane / PAIR % LANES_X)

// Where the floatV number i of a tile of X lies in X, counted from the tile's first k. x is the row of C for A, the
// column for B. Beyond the edge of the matrix the last row or column is read instead: no sum that is stored uses it.
uint place(const int along_k, const uint i, const uint tile_width, const uint x0, const uint width,
           const uint K) {
  return along_k ? min(x0 + i / (BK / V), width - 1) * K + i % (BK / V) * V
                 : i / (tile_width / V) * width + min(x0 + i % (tile_width / V) * V, width - V);
}

// The k of the floatV number i, counted from the tile's first.
uint depth(const int along_k, const uint i, const uint tile_width) {
  return along_k ? i % (BK / V) * V : i / (tile_width / V);
}

// Puts the floatV number i of a tile into local memory. If it runs along k, it is turned.
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

// Global memory -> registers: my share of the tiles that A and B point at. Of the first tiles only k_left values of k may
// be there; the others are whole.
__attribute__((always_inline)) void fetch(floatV* a, floatV* b, global const float* A,
                                          global const float* B, uint item, const uint* a_place,
                                          const uint* b_place, int first, int k_left) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const int k = depth(!TRANSPOSE_A, item + n * ITEMS, BM);
    if (MINE(n, BM * BK / V))
      a[n] = LOAD(A + a_place[n], !first || k < k_left);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const int k = depth(TRANSPOSE_B, item + n * ITEMS, BN);
    if (MINE(n, BK * BN / V))
      b[n] = LOAD(B + b_place[n], !first || k < k_left);
  }
}

// Registers -> local memory.
__attribute__((always_inline)) void put(local float* a_tile, local float* b_tile, const floatV* a,
                                        const floatV* b, const uint item) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n)
    if (MINE(n, BM * BK / V))
      put_one(a_tile, !TRANSPOSE_A, item + n * ITEMS, BM, a[n]);
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n)
    if (MINE(n, BK * BN / V))
      put_one(b_tile, TRANSPOSE_B, item + n * ITEMS, BN, b[n]);
}

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
#pragma unroll
  for (int k = 0; k < BK; ++k) {
    float a[TM], b[TN];
#pragma unroll
    for (int i = 0; i < TM; i += 4)
      vstore4(*(local const float4*)(a_tile + k * (BM + A_PAD) + i * LANES_Y), 0, a + i);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      vstore4(*(local const float4*)(b_tile + k * (BN + B_PAD) + j * LANES_X), 0, b + j);
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int n = 0; n < TN; ++n) {
        const int j = i % 2 ? TN - 1 - n : n; // to the right, then back to the left
        sum[i][j] += a[i] * b[j];
      }
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_sgemm(global const float* A, global const float* B, global float* C, const int M,
             const int N, const int K, const float alpha, const float beta EPILOGUE_ARGUMENTS) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM + LANE_Y * 4; // my first row and column in the tile:
  const uint x = warp % (BN / WN) * WN + LANE_X * 4; // four here, four 4*LANES_Y (X) on, ...
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK * (BM + A_PAD)] __attribute__((aligned(16)));
  local float b_tile[2][BK * (BN + B_PAD)] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  float sum[TM][TN] = {{0.0f}};

  // Addresses, counted from a tile's first k.
  uint a_place[A_EACH], b_place[B_EACH];
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n)
    a_place[n] = place(!TRANSPOSE_A, item + n * ITEMS, BM, row0, M, K);
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n)
    b_place[n] = place(TRANSPOSE_B, item + n * ITEMS, BN, col0, N, K);

  // The odd piece of K goes first, so that all other tiles are whole. (After the last step A and B are a tile further than the
  // end of the matrices. Nothing is read there.)
  const int odd = K - (K - 1) / BK * BK;
  fetch(a_next, b_next, A, B, item, a_place, b_place, 1, odd);
  put(a_tile[0], b_tile[0], a_next, b_next, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  A += TRANSPOSE_A ? odd * M : odd;
  B += TRANSPOSE_B ? odd : odd * N;
  for (int k_left = K - odd, now = 0; k_left > -BK; k_left -= BK, now = 1 - now) {
    // Load the next tiles into registers.
    if (k_left > 0)
      fetch(a_next, b_next, A, B, item, a_place, b_place, 0, BK);
    A += (TRANSPOSE_A ? BK * M : BK);
    B += (TRANSPOSE_B ? BK : BK * N);
    // Compute.
    multiply(sum, a_tile[now] + y, b_tile[now] + x);
    // Store the next tiles into local memory. In the last step they are old ones, which are not read: a condition would cost more.
    put(a_tile[1 - now], b_tile[1 - now], a_next, b_next, item);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += V) {
      const uint row = row0 + y + i / 4 * 4 * LANES_Y + i % 4;
      const uint col = col0 + x + j / 4 * 4 * LANES_X + j % 4;
      if (!GUARD || (row < M && col < N)) {
        // [store]
        global floatV* c = (global floatV*)(C + row * N + col);
        const floatV product = alpha * FROM_ARRAY(sum[i] + j);
        *c = EPILOGUE(beta == 0.0f ? product : product + beta * *c, col);
        // [/store]
      }
    }
}
