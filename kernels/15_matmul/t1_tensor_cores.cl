// t1: tensor cores. NVIDIA ONLY (compute capability 8.0 and later): this is no longer OpenCL C.
//
// Changed: the multiply-adds become a machine instruction, mma.sync, written as inline PTX, NVIDIA's assembly language.
// With it one warp multiplies a 16 x 8 block of A with an 8 x 8 block of B. Tiles travel as in v13.
// Why: tensor cores do many times the multiply-adds of the ordinary units. The price is precision: factors are
// rounded to tf32, 11 significant bits with the exponents of float; products and sums are float. Rounding
// changes a factor by at most 2^-11 of itself, a product by twice that.
//
//   Which elements a lane holds, the instruction prescribes. r = lane / 4, c = lane % 4:
//
//   A  16 x 8: rows r, r + 8      B  8 x 8: k = c, c + 4       C  16 x 8: rows r, r + 8
//              k = c, c + 4                 column r                      columns 2c, 2c + 1
//
//   A warp reads 4 values of k x 8 rows at a time. With rows of 128 + 8 floats they lie in banks 8*c + r: all different.
//
// From      v13
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN) = 32*(BM/WM)*(BN/WN)
// Local     8*BK*(BM + BN + 2*PAD) bytes, at most 48 KiB on NVIDIA
// Needs     WM % 16 == 0, WN % 8 == 0, BK % 8 == 0, PAD % 4 == 0; BM % WM == 0, BN % WN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#endif
#ifndef PAD
#define PAD 8
#endif
// [lanes]
#define TM (WM / 8) // lanes of a warp: 8 x 4
#define TN (WN / 4)
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
// [/lanes]
#include "vector.clh"

// A float, rounded to nearest, ties away from zero.
// [tf32]
uint tf32(const float v) {
  uint word;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(v));
  return word;
}
// [/tf32]

// Two rows of sums += a * b: 16 x 8 += 16 x 8 * 8 x 8.
// [mma]
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(upper[0]), "+f"(upper[1]), "+f"(lower[0]), "+f"(lower[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}
// [/mma]

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
    *(local floatV*)(tile + i / (BN / V) * (BN + PAD) + i % (BN / V) * V) = v;
}

// Global memory -> registers: my share of the tiles that begin at k0.
__attribute__((always_inline)) void fetch(floatV* a, floatV* b, global const float* A,
                                          global const float* B, uint item, uint row0, uint col0,
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
  // [multiply]
#pragma unroll
  for (int k = 0; k < BK; k += 8) {
    uint4 a[WM / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i) {
      local const float *k0 = a_tile + k * (BM + PAD) + 16 * i, *k4 = k0 + 4 * (BM + PAD);
      a[i] = (uint4)(tf32(k0[0]), tf32(k0[8]), tf32(k4[0]), tf32(k4[8]));
    }
#pragma unroll
    for (int j = 0; j < WN / 8; ++j) {
      local const float *k0 = b_tile + k * (BN + PAD) + 8 * j, *k4 = k0 + 4 * (BN + PAD);
      const uint2 b = (uint2)(tf32(k0[0]), tf32(k4[0]));
#pragma unroll
      for (int i = 0; i < WM / 16; ++i)
        mma(sum[2 * i] + 2 * j, sum[2 * i + 1] + 2 * j, a[i], b);
    }
  }
  // [/multiply]
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_tensor_cores(global const float* A, global const float* B, global float* C, const int M,
                    const int N, const int K) {
  // Identify.
  // [identify]
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint r = lane / 4, c = lane % 4;
  // [/identify]
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[2][BK * (BM + PAD)] __attribute__((aligned(16)));
  local float b_tile[2][BK * (BN + PAD)] __attribute__((aligned(16)));
  floatV a_next[A_EACH], b_next[B_EACH];
  float sum[TM][TN] = {{0.0f}};

  // Step -1 only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // Load the next tiles into registers.
    if (k0 + BK < K)
      fetch(a_next, b_next, A, B, item, row0, col0, k0 + BK, M, N, K);
    // Compute.
    if (k0 >= 0)
      multiply(sum, a_tile[now] + c * (BM + PAD) + y + r, b_tile[now] + c * (BN + PAD) + x + r);
    // Store the next tiles into local memory.
    if (k0 + BK < K)
      put(a_tile[1 - now], b_tile[1 - now], a_next, b_next, item);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += (V + 1) / 2) {
      const uint row = row0 + y + r + 8 * i, col = col0 + x + 2 * c + j / 2 * 8 + j % 2;
      if (V == 4 && row < M && col < N)
        *(global float2*)(C + row * N + col) = vload2(0, sum[i] + j);
      else if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}
