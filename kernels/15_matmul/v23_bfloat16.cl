// v23: tensor cores with bfloat16. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as v19.
//
// Changed: the factors are rounded to bfloat16 instead of cut off to tf32: 8 significant bits instead of 11, the same
// exponents. A word holds two of them, so an mma of the same number of words multiplies twice as many.
// Why: the tensor cores do twice as many products a second. Tiles are still tiles of floats: two are packed into a word
// when they are read. Which two does not matter as long as A and B agree.
//
//   float     s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm    a factor changes by up to
//   tf32      s eeeeeeee mmmmmmmmmm                 2^-10 of itself (cut off)
//   bfloat16  s eeeeeeee mmmmmmm                    2^-8
//
// From      v22
// NDRange, Local, Needs   as v22
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define STAGES 3
#endif
#define A_SWIZZLE(row) ((BK == 16 ? (row) / 2 % 4 : (row) % 8) * 4)
#define B_SWIZZLE(k) ((k) % 4 * 8)
#define TM (WM / 8) // lanes of a warp: 8 x 4
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

// Two floats in a word, each rounded to the nearest bfloat16, ties to even.
uint pack(const uint low, const uint high) {
  uint word;
  asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(as_float(low)), "f"(as_float(high)));
  return word;
}

// Two rows of sums += a * b: 16 x 8 += 16 x 16 * 16 x 8.
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(upper[0]), "+f"(upper[1]), "+f"(lower[0]), "+f"(lower[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

// Reads a 16 x 8 block of A: 4 blocks of 8 x 4, one element of each for each lane. Eight lanes each point at the rows of one.
uint4 load_a(const uint row) {
  uint4 a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a.x), "=r"(a.y), "=r"(a.z), "=r"(a.w)
               : "r"(row)
               : "memory");
  return a;
}

// Starts to copy V floats to local memory, zeros if they are not there.
void copy(const uint to, global const float* from, const int inside) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(4 * V),
               "r"(inside ? 4 * V : 0)
               : "memory");
}

// What was started since the last end is one batch. wait_for_batch() waits for all but the newest STAGES - 2.
void end_of_batch() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
void wait_for_batch() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

// Global memory -> local memory: starts to copy my share of the tiles that A and B point at, of which k_left values of k
// are there.
__attribute__((always_inline)) void fetch(const uint* a_to, const uint* b_to, const uint stage,
                                          global const float* A, global const float* B, uint item,
                                          const uint* a_from, const uint* b_from, int k_left) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const int k = (item + n * ITEMS) % (BK / V) * V;
    if (MINE(n, BM * BK / V))
      copy(a_to[n] + stage * BM * BK * 4, A + a_from[n], !GUARD || k < k_left);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const int k = (item + n * ITEMS) / (BN / V);
    if (MINE(n, BK * BN / V))
      copy(b_to[n] + stage * BK * BN * 4, B + b_from[n], !GUARD || k < k_left);
  }
}

// sum += the product of two tiles. My rows of A lie at a_row, my elements of B begin at b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], const uint* a_row, const uint stage,
                                             local const float* b_tile, const uint lane) {
  // [pack]
#pragma unroll
  for (int k = 0; k < BK; k += 16) {
    uint4 a[WM / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i) {
      const uint4 p = load_a(a_row[k / 8] + stage * BM * BK * 4 + 16 * i * BK * 4);
      const uint4 q = load_a(a_row[k / 8 + 1] + stage * BM * BK * 4 + 16 * i * BK * 4);
      a[i] = (uint4)(pack(p.x, p.z), pack(p.y, p.w), pack(q.x, q.z), pack(q.y, q.w));
    }
#pragma unroll
    for (int j = 0; j < WN / 8; ++j) {
      const int col = (8 * j) ^ B_SWIZZLE((int)lane % 4);
      local const uint* v = (local const uint*)b_tile;
      const uint2 b = (uint2)(pack(v[k * BN + col], v[(k + 4) * BN + col]),
                              pack(v[(k + 8) * BN + col], v[(k + 12) * BN + col]));
#pragma unroll
      for (int i = 0; i < WM / 16; ++i)
        mma(sum[2 * i] + 2 * j, sum[2 * i + 1] + 2 * j, a[i], b);
    }
  }
  // [/pack]
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_bfloat16(global const float* A, global const float* B, global float* C, const int M,
                const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint r = lane / 4, c = lane % 4;
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[STAGES][BM * BK] __attribute__((aligned(128)));
  local float b_tile[STAGES][BK * BN] __attribute__((aligned(128)));
  float sum[TM][TN] = {{0.0f}};

  // Addresses, counted from a tile's first k.
  const uint a_base = (uint)(size_t)a_tile[0], b_base = (uint)(size_t)b_tile[0];
  uint a_from[A_EACH], b_from[B_EACH], a_to[A_EACH], b_to[B_EACH], a_row[BK / 8];
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = i / (BK / V), k = i % (BK / V) * V;
    a_from[n] = min(row0 + row, (uint)M - 1) * K + k;
    a_to[n] = a_base + 4 * (row * BK + (k ^ A_SWIZZLE(row)));
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = i / (BN / V), col = i % (BN / V) * V;
    b_from[n] = k * N + min(col0 + col, (uint)N - V);
    b_to[n] = b_base + 4 * (k * BN + (col ^ B_SWIZZLE(k)));
  }
#pragma unroll
  for (uint k = 0; k < BK; k += 8)
    a_row[k / 8] =
        a_base + 4 * ((y + lane % 16) * BK + ((k + lane / 16 * 4) ^ A_SWIZZLE(lane % 16)));

  int k_left = K;
  for (int stage = 0; stage < STAGES - 1; ++stage, k_left -= BK, A += BK, B += BK * N) {
    if (k_left > 0)
      fetch(a_to, b_to, stage, A, B, item, a_from, b_from, k_left);
    end_of_batch();
  }
  for (int k0 = 0, now = 0, last = STAGES - 1; k0 < K;
       k0 += BK, last = now, now = (now + 1) % STAGES) {
    wait_for_batch();
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more, to where the last one was used.
    if (k_left > 0)
      fetch(a_to, b_to, last, A, B, item, a_from, b_from, k_left);
    end_of_batch();
    k_left -= BK, A += BK, B += BK * N;
    // Compute.
    multiply(sum, a_row, now, b_tile[now] + (c * BN + x + r), lane);
  }

  // Store.
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += (V + 1) / 2) {
      const uint row = row0 + y + r + 8 * i, col = col0 + x + 2 * c + j / 2 * 8 + j % 2;
      if (V == 4 && (!GUARD || (row < M && col < N)))
        *(global float2*)(C + row * N + col) = vload2(0, sum[i] + j);
      else if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}
