// v19: the order of the work-groups.
//
// Changed: only which work-group computes which tile. In the order in which a device usually starts them, they go through C in
// stripes of STRIPE rows of tiles, down each column of the stripe before the next.
// Why: work-groups that run at the same time share what they fetch, if it stays in the device's cache. In rows, as in v17, a few
// hundred of them need a few rows of tiles of A, but all of B, which may be larger than the cache. A stripe is nearer to a square.
//
//   v17:   0   1   2   3   4   5           STRIPE = 2:   0   2   4   6   8  10
//          6   7   8   9  10  11                         1   3   5   7   9  11
//         12  13  14  15  16  17                        12  14  16  18  20  22
//
// From      v17
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN)
// Local     8*BK*(BM + PAD + BN) bytes
// Needs     TM, TN, BK, PAD % 4 == 0; WM % TM == 0, WN % TN == 0; BM % WM == 0, BN % WN == 0;
//           M*K, K*N, M*N < 2^31. ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0.
//           GUARD=0 only if ALIGNED=1, K > 0 and M % BM == 0, N % BN == 0, K % BK == 0.
//           Right with any order in which the work-groups run; the gain depends on it.
// Loads, stores   as v15
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define TM 16
#define TN 8
#endif
#ifndef STRIPE
#define STRIPE 8
#endif
#ifndef PAD
#define PAD 4
#endif
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#include "vector.clh"
// Lanes go through the warp tile in pairs of rows: 0 and 1 below each other, 2 and 3 to the right of them, ...
#define PAIR (LANES_Y % 2 == 0 ? 2 : 1)
#define LANE_Y (lane % PAIR + lane / (PAIR * LANES_X) * PAIR)
#define LANE_X (lane / PAIR % LANES_X)

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

// Global memory -> registers: my share of the tiles that A and B point at. Of the first tiles only k_left values of k may
// be there; the others are whole.
__attribute__((always_inline)) void fetch(floatV* a, floatV* b, global const float* A,
                                          global const float* B, uint item, const uint* a_place,
                                          const uint* b_place, int first, int k_left) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const int k = (item + n * ITEMS) % (BK / V) * V;
    if (MINE(n, BM * BK / V))
      a[n] = LOAD(A + a_place[n], !first || k < k_left);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const int k = (item + n * ITEMS) / (BN / V);
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
      vstore4(*(local const float4*)(a_tile + k * (BM + PAD) + i * LANES_Y), 0, a + i);
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      vstore4(*(local const float4*)(b_tile + k * BN + j * LANES_X), 0, b + j);
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
matmul_tile_order(global const float* A, global const float* B, global float* C, const int M,
                  const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM + LANE_Y * 4; // my first row and column in the tile:
  const uint x = warp % (BN / WN) * WN + LANE_X * 4; // four here, four 4*LANES_Y (X) on, ...
  // [order]
  const uint across = get_num_groups(0),
             down = get_num_groups(1); // tiles in a row, and in a column
  const uint number = get_group_id(1) * across + get_group_id(0);
  const uint top = number / (STRIPE * across) * STRIPE; // the first row of tiles of my stripe
  const uint height = min((uint)STRIPE, down - top), place = number - top * across;
  const uint column = place / height, row = top + place - column * height;
  const uint row0 = row * BM, col0 = column * BN;
  // [/order]
  local float a_tile[2][BK * (BM + PAD)] __attribute__((aligned(16)));
  local float b_tile[2][BK * BN] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  float sum[TM][TN] = {{0.0f}};

  // Addresses, counted from a tile's first k. Beyond the edge of the matrix the last row or column stands in: it feeds no
  // element that is stored.
  uint a_place[A_EACH], b_place[B_EACH];
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = row0 + i / (BK / V), k = i % (BK / V) * V;
    a_place[n] = min(row, (uint)M - 1) * K + k;
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = i / (BN / V), col = col0 + i % (BN / V) * V;
    b_place[n] = k * N + min(col, (uint)N - V);
  }

  // The odd piece of K goes first, so that all other tiles are whole. (After the last step A and B are a tile further than the
  // end of the matrices. Nothing is read there.)
  const int odd = K - (K - 1) / BK * BK;
  fetch(a_next, b_next, A, B, item, a_place, b_place, 1, odd);
  put(a_tile[0], b_tile[0], a_next, b_next, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  A += odd;
  B += odd * N;
  for (int k_left = K - odd, now = 0; k_left > -BK; k_left -= BK, now = 1 - now) {
    // Load the next tiles into registers.
    if (k_left > 0)
      fetch(a_next, b_next, A, B, item, a_place, b_place, 0, BK);
    A += BK;
    B += BK * N;
    // Compute.
    multiply(sum, a_tile[now] + y, b_tile[now] + x);
    // Store the next tiles into local memory. (In the last step they are old ones, which are not read again.)
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
      if (!GUARD || (row < M && col < N))
        *(global floatV*)(C + row * N + col) = FROM_ARRAY(sum[i] + j);
    }
}
