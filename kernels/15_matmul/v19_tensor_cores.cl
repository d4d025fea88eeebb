// v19: tensor cores. NVIDIA ONLY (compute capability 8.0 and later): this is no longer OpenCL C.
//
// Changed: the multiply-adds of v13 become a machine instruction, mma.sync, written as inline PTX, NVIDIA's
// assembly language. With it one warp multiplies a 16 x 8*WORD_K block of A with an 8*WORD_K x 8 block of B.
// Why: tensor cores do many times the multiply-adds of the ordinary units. The price is precision: factors are
// rounded to 11 significant bits (tf32, with the exponents of float) or to 8 (bf16); products and sums are
// float. Rounding changes a factor by at most 2^-11 (tf32) or 2^-8 (bf16) of itself, a product by twice that.
//
// Local tiles hold words of 32 bits, one tf32 or two bf16 each: 16 words of k for each row of A and each column
// of B. Which k stands at which place inside mma.sync does not matter as long as A and B agree, so each lane
// takes neighbours, and what it needs for one or two mma lies in 16 bytes:
//
//   a_tile[16 rows][mma 0, 1][lane]   row lane/4: word w, row + 8: w, row: w + 1, row + 8: w + 1;  w = lane%4*4 + 2*mma
//   b_tile[column][lane%4]            words w, w + 1 for mma 0, w + 2, w + 3 for mma 1
//
// B is turned while it is stored. A work-item fetches 4 columns x 4 words of k. So that the lanes do not meet in
// one bank, columns are stored in the order 0 4 8 .. 28 | 1 5 9 .. 29 | 2 .. | 3 .. 31, and the four uint4s of a
// column change places with its number (a swizzle). The sums come out in the same order, which puts four
// neighbouring columns of C into one lane.
//
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = 32*(BM/WM)*(BN/WN)
// Local     128*(BM + BN) bytes, at most 48 KiB on NVIDIA
// Needs     WM % 16 == 0, WN % 32 == 0; BM % WM == 0, BN % WN == 0; 2*BM % ITEMS == 0;
//           M*K, K*N, M*N < 2^31. ALIGNED=1 only if K % 4 == 0 and N % 4 == 0. GUARD=0 only if ALIGNED=1, K > 0 and
//           M % BM == 0, N % BN == 0, K % BK == 0 (BK = 16 for tf32, 32 for bf16).
#ifndef BM
#define BM 128
#define BN 128
#define WM 64
#define WN 64
#endif
#ifndef BF16
#define BF16 0
#endif
#define WORDS 16            // words in a row of a tile
#define WORD_K (1 + BF16)   // values of k in a word
#define BK (WORDS * WORD_K) // values of k in a tile
#define EACH_K (4 * WORD_K) // values of k in a uint4
#define ITEMS (32 * (BM / WM) * (BN / WN))
#define A_EACH (2 * BM / ITEMS) // pairs of rows of A that a work-item fetches a quarter of
#define B_EACH                                                                                     \
  ((BN + ITEMS - 1) / ITEMS) // groups of four columns of B that a work-item fetches a quarter of
#include "vector.clh"

#if BF16
#define MMA "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
// Two floats, rounded to nearest even; the first one goes into the low half.
uint pack(const float low, const float high) {
  uint word;
  asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(low), "f"(high));
  return word;
}
#define PACK(v, n, stride) pack((v)[2 * (n) * (stride)], (v)[(2 * (n) + 1) * (stride)])
#else
#define MMA "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
// One float, rounded to nearest, ties away from zero.
uint pack(const float v) {
  uint word;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(v));
  return word;
}
#define PACK(v, n, stride) pack((v)[(n) * (stride)])
#endif

// sum += a * b: 16 x 8 += 16 x 2 words * 2 words x 8. Of sum this lane holds columns lane%4*2 and the next, in row
// lane/4 and in row lane/4 + 8; of a one word of each of these rows (x, y) and another one (z, w); of b two words
// of column lane/4.
// [mma]
void mma(float* sum, const uint4 a, const uint2 b) {
  asm(MMA " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}
// [/mma]

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_tensor_cores(global const float* A, global const float* B, global float* C, const int M,
                    const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / 32, lane = item % 32;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local uint4 a_tile[2][BM / 16][2][32]; // 16 rows; first and second mma; lanes
  local uint4 b_tile[2][BN][WORDS / 4];
  float a_next[A_EACH][2][EACH_K]; // two rows, 8 apart
  float b_next[B_EACH][EACH_K][4]; // four columns
  float sum[WM / 16][WN / 8][4] = {{{0.0f}}};

  // Step -1 only fetches, the last one only computes.
  for (int k0 = -BK, now = 1; k0 < K; k0 += BK, now = 1 - now) {
    // Load the next tiles into registers. Beyond the edge of C the last row or column stands in.
    if (k0 + BK < K) {
#pragma unroll
      for (uint n = 0; n < A_EACH; ++n)
#pragma unroll
        for (uint h = 0; h < 2; ++h) {
          const uint i = item + n * ITEMS, k = k0 + BK + i % 4 * EACH_K;
          const uint row = min(row0 + i / 32 * 16 + i % 32 / 4 + 8 * h, (uint)M - 1);
#pragma unroll
          for (uint e = 0; e < EACH_K; e += V)
            TO_ARRAY(LOAD(A + row * K + k + e, k + e < K), a_next[n][h] + e);
        }
#pragma unroll
      for (uint n = 0; n < B_EACH; ++n) {
        if (BN % ITEMS != 0 && item + n * ITEMS >= BN)
          break;
        const uint i = item + n * ITEMS, k = k0 + BK + i / (BN / 4) * EACH_K;
#pragma unroll
        for (uint c = 0; c < 4; c += V) {
          const uint col = min(col0 + i % (BN / 4) * 4 + c, (uint)N - V);
#pragma unroll
          for (uint e = 0; e < EACH_K; ++e)
            TO_ARRAY(LOAD(B + (k + e) * N + col, k + e < K), b_next[n][e] + c);
        }
      }
    }
    // Compute.
    if (k0 >= 0) {
      uint4 a[WM / 16][2];
#pragma unroll
      for (int i = 0; i < WM / 16; ++i) {
        a[i][0] = a_tile[now][y / 16 + i][0][lane];
        a[i][1] = a_tile[now][y / 16 + i][1][lane];
      }
#pragma unroll
      for (int j = 0; j < WN / 8; ++j) {
        const uint4 b = b_tile[now][x + 8 * j + lane / 4][lane % 4 ^ lane / 8];
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
          mma(sum[i][j], a[i][0], b.xy);
#pragma unroll
        for (int i = 0; i < WM / 16; ++i)
          mma(sum[i][j], a[i][1], b.zw);
      }
    }
    // Round the next tiles and store them into local memory.
    if (k0 + BK < K) {
#pragma unroll
      for (uint n = 0; n < A_EACH; ++n) {
        const uint i = item + n * ITEMS;
        const float *upper = a_next[n][0], *lower = a_next[n][1];
        a_tile[1 - now][i / 32][0][lane] =
            (uint4)(PACK(upper, 0, 1), PACK(lower, 0, 1), PACK(upper, 1, 1), PACK(lower, 1, 1));
        a_tile[1 - now][i / 32][1][lane] =
            (uint4)(PACK(upper, 2, 1), PACK(lower, 2, 1), PACK(upper, 3, 1), PACK(lower, 3, 1));
      }
#pragma unroll
      for (uint n = 0; n < B_EACH; ++n) {
        if (BN % ITEMS != 0 && item + n * ITEMS >= BN)
          break;
        const uint i = item + n * ITEMS, quarter = i / (BN / 4), group = i % (BN / 4);
#pragma unroll
        for (uint c = 0; c < 4; ++c) {
          const float* column = &b_next[n][0][c];
          b_tile[1 - now][group / 8 * 32 + 8 * c + group % 8][quarter ^ group % 8 / 2] =
              (uint4)(PACK(column, 0, 4), PACK(column, 1, 4), PACK(column, 2, 4),
                      PACK(column, 3, 4));
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  // Store. Four neighbouring columns come from four mma.
#pragma unroll
  for (int i = 0; i < WM / 16; ++i)
#pragma unroll
    for (int j = 0; j < WN / 8; j += 4)
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        const uint row = row0 + y + 16 * i + e / 2 * 8 + lane / 4;
        const uint col = col0 + x + 8 * j + lane % 4 * 8 + e % 2 * 4;
        const float c[4] = {sum[i][j][e], sum[i][j + 1][e], sum[i][j + 2][e], sum[i][j + 3][e]};
#pragma unroll
        for (int n = 0; n < 4; n += V)
          if (!GUARD || (row < M && col + n < N))
            *(global floatV*)(C + row * N + col + n) = FROM_ARRAY(c + n);
      }
}
