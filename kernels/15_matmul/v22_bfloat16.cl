// v22: tensor cores with bfloat16. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as v19.
//
// Changed: the factors are rounded to bfloat16 instead of cut off to tf32: 8 significant bits instead of 11, the same
// exponents. A word holds two of them, so an mma of the same number of words multiplies twice as many.
// Why: the tensor cores do twice as many products a second. Tiles are still tiles of floats: two neighbours in k are packed
// into a word when they are read.
//
//   float     s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm    a factor changes by up to
//   tf32      s eeeeeeee mmmmmmmmmm                 2^-10 of itself (cut off)
//   bfloat16  s eeeeeeee mmmmmmm                    2^-8  (rounded)
//
// From      v21
// NDRange, Local, Needs   as v21
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define STAGES 3
#endif
#define SWIZZLE(k) ((k) / 4 % 4 * 8) // floats of row k of B change places in eights
#define TM (WM / 8)                  // a warp: 8 x 4 lanes
#define TN (WN / 4)
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
// Whether I have a floatV number n of a tile. The first test is known at build time, and nearly always true.
#define MINE(n, each_tile) ((each_tile) % ITEMS == 0 || item + (n)*ITEMS < (each_tile))
#define A_EACH ((BM * BK / V + ITEMS - 1) / ITEMS) // floatVs of a tile of A for each work-item
#define B_EACH ((BK * BN / V + ITEMS - 1) / ITEMS)
#include "vector.clh"

// Reads four floats.
void load4(local const float* from, uint* to) {
  vstore4(*(local const uint4*)from, 0, to);
}

// Two floats in a word, each rounded to the nearest bfloat16, ties to even.
uint pack(const uint low, const uint high) {
  uint word;
  asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(as_float(low)), "f"(as_float(high)));
  return word;
}

// Sums in two rows += a * b: 16 x 8 += 16 x 16 * 16 x 8.
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(upper[0]), "+f"(upper[4]), "+f"(lower[0]), "+f"(lower[4])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

// Starts to copy V floats to local memory, zeros if they are not there.
void copy(const uint to, global const float* from, const int inside) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(4 * V),
               "r"(inside ? 4 * V : 0)
               : "memory");
}

// Global memory -> local memory: starts to copy my share of the tiles that A and B point at, of which k_left values of k
// are there: with whole tiles all or none. PTX wants local addresses as 32-bit numbers.
__attribute__((always_inline)) void fetch(const uint* a_to, const uint* b_to, const uint stage,
                                          global const float* A, global const float* B, uint item,
                                          const uint* a_from, const uint* b_from, int k_left) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const int k = GUARD ? (item + n * ITEMS) % (BK / V) * V : 0;
    if (MINE(n, BM * BK / V))
      copy(a_to[n] + stage * BM * BK * 4, A + a_from[n], k < k_left);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const int k = GUARD ? (item + n * ITEMS) / (BN / V) : 0;
    if (MINE(n, BK * BN / V))
      copy(b_to[n] + stage * BK * BN * 4, B + b_from[n], k < k_left);
  }
  asm volatile("cp.async.commit_group;" ::: "memory"); // these copies are one batch
}

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile) {
#pragma unroll
  for (int k = 0; k < BK; k += 16) {
    uint a[TM][4], b[4][TN / 2];
#pragma unroll
    for (int i = 0; i < TM; ++i)
      load4(a_tile + i * LANES_Y * BK + k, a[i]);
#pragma unroll
    for (int h = 0; h < 4; ++h)
#pragma unroll
      for (int j = 0; j < TN / 2; j += 4)
        load4(b_tile + (k + h) * BN + j * LANES_Y, b[h] + j);
        // [pack]
#pragma unroll
    for (int h = 0; h < 2; ++h) {
#pragma unroll
      for (int i = 0; i < TM; ++i)
        a[i][h] = pack(a[i][2 * h], a[i][2 * h + 1]);
#pragma unroll
      for (int j = 0; j < TN / 2; ++j)
        b[h][j] = pack(b[2 * h][j], b[2 * h + 1][j]);
    }
    // [/pack]
#pragma unroll
    for (int i = 0; i < TM; i += 2)
#pragma unroll
      for (int j = 0; j < TN / 2; ++j)
        mma(sum[i] + j / 4 * 4 + j, sum[i + 1] + j / 4 * 4 + j,
            (uint4)(a[i][0], a[i + 1][0], a[i][1], a[i + 1][1]), (uint2)(b[0][j], b[1][j]));
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_bfloat16(global const float* A, global const float* B, global float* C, const int M,
                const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES, r = lane / LANES_X, c = lane % LANES_X;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[STAGES][BM * BK] __attribute__((aligned(16)));
  local float b_tile[STAGES][BK * BN] __attribute__((aligned(16)));
  float sum[TM][TN] = {{0.0f}};

  // Addresses, counted from a tile's first k. Beyond the edge of C the last row or column stands in.
  uint a_from[A_EACH], b_from[B_EACH], a_to[A_EACH], b_to[B_EACH];
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = row0 + i / (BK / V), k = i % (BK / V) * V;
    a_from[n] = min(row, (uint)M - 1) * K + k;
    a_to[n] = (uint)(size_t)(a_tile[0] + i * V);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = i / (BN / V), col = col0 + i % (BN / V) * V;
    b_from[n] = k * N + min(col, (uint)N - V);
    b_to[n] = (uint)(size_t)(b_tile[0] + (i * V ^ SWIZZLE(k)));
  }

  for (int stage = 0; stage < STAGES - 1; ++stage, A += BK, B += BK * N)
    fetch(a_to, b_to, stage, A, B, item, a_from, b_from, K - stage * BK);
  for (int k0 = 0, now = 0; k0 < K; k0 += BK, now = (now + 1) % STAGES) {
    // Wait for all batches but the newest STAGES - 2.
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more, to where the last one was used.
    fetch(a_to, b_to, (now + STAGES - 1) % STAGES, A, B, item, a_from, b_from,
          K - k0 - (STAGES - 1) * BK);
    A += BK;
    B += BK * N;
    // Compute.
    multiply(sum, a_tile[now] + (y + r) * BK + 4 * c,
             b_tile[now] + 4 * c * BN + x + (4 * r ^ SWIZZLE(4 * c)));
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += V) {
      const uint row = row0 + y + r + i * LANES_Y;
      const uint col = col0 + x + 8 * c + j / 8 * 8 * LANES_X + j % 8;
      if (!GUARD || (row < M && col < N))
        *(global floatV*)(C + row * N + col) = FROM_ARRAY(sum[i] + j);
    }
}
