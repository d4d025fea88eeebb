// t2 but for two things: the tile of A has a swizzle instead of a pad, and the tiles begin at multiples of 128 bytes, as in t3.
// ./learn lab 15 --device gpu --size 4096 --step t2 --kernel chapters/15_matmul/lab/own/swizzled_a.cl
#ifndef BM
#define BM 128
#define BN 128
#define BK 16
#define WM 64
#define WN 64
#define STAGES 2
#endif
#ifndef PAD
#define PAD 8
#endif
#define A_SWIZZLE(row) ((BK == 16 ? (row) / 2 % 4 : (row) % 8) * 4)
#define A_PAD 0
#define TM (WM / 8) // lanes of a warp: 8 x 4
#define TN (WN / 4)
#define LANES_X (WN / TN)
#define LANES_Y (WM / TM)
#define LANES (LANES_X * LANES_Y)
#define ITEMS (LANES * (BM / WM) * (BN / WN))
#include "vector.clh"

// What mma takes from a float: it ignores the last 13 bits.
uint tf32(const float v) {
  uint word = as_uint(v);
#if ROUND
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(v));
#endif
  return word;
}

// Two rows of sums += a * b: 16 x 8 += 16 x 8 * 8 x 8.
// [mma]
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(upper[0]), "+f"(upper[1]), "+f"(lower[0]), "+f"(lower[1])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}
// [/mma]

// [copy]
#if ALIGNED
#define CP_ASYNC "cp.async.cg.shared.global" // passes by the first-level cache as well
#else
#define CP_ASYNC "cp.async.ca.shared.global" // the only one that copies single floats
#endif
// Starts to copy V floats to local memory, zeros if they are not there. PTX wants local addresses as 32-bit numbers.
void copy(local float* to, global const float* from, const int inside) {
  asm volatile(CP_ASYNC " [%0], [%1], %2, %3;" ::"r"((uint)(size_t)to), "l"(from), "n"(4 * V),
               "r"(inside ? 4 * V : 0) : "memory");
}
// [/copy]

// What was started since the last end is one batch. wait_for_batch() waits for all but the newest STAGES - 2.
// [wait]
void end_of_batch() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
void wait_for_batch() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}
// [/wait]

// Global memory -> local memory: starts to copy my share of the tiles that begin at k0.
__attribute__((always_inline)) void fetch(local float* a_tile, local float* b_tile,
                                          global const float* A, global const float* B, uint item,
                                          uint row0, uint col0, int k0, int M, int N, int K) {
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = i / (BK / V), k = i % (BK / V) * V;
    if (MINE(n, BM * BK / V))
      copy(a_tile + row * BK + (k ^ A_SWIZZLE(row)), A + (row0 + row) * K + k0 + k,
           row0 + row < M && k0 + k < K);
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = i / (BN / V), col = i % (BN / V) * V;
    if (MINE(n, BK * BN / V))
      copy(b_tile + k * (BN + PAD) + col, B + (k0 + k) * N + col0 + col,
           k0 + k < K && col0 + col < N);
  }
}

// sum += the product of two tiles, whose first elements for me are at a_tile and b_tile.
__attribute__((always_inline)) void multiply(float sum[TM][TN], local const float* a_tile,
                                             local const float* b_tile, const uint lane) {
  const uint r = lane / 4, c = lane % 4;
  // [multiply]
#pragma unroll
  for (int k = 0; k < BK; k += 8) {
    uint4 a[WM / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i) {
      local const float *upper = a_tile + (16 * i + r) * BK, *lower = upper + 8 * BK;
      const uint k0 = (k + c) ^ A_SWIZZLE(r), k4 = k0 ^ 4;
      a[i] = (uint4)(tf32(upper[k0]), tf32(lower[k0]), tf32(upper[k4]), tf32(lower[k4]));
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
matmul_async_copies(global const float* A, global const float* B, global float* C, const int M,
                    const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / LANES, lane = item % LANES;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint r = lane / 4, c = lane % 4;
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[STAGES][BM * (BK + A_PAD)] __attribute__((aligned(128)));
  local float b_tile[STAGES][BK * (BN + PAD)] __attribute__((aligned(128)));
  float sum[TM][TN] = {{0.0f}};

  for (int stage = 0; stage < STAGES - 1; ++stage) {
    fetch(a_tile[stage], b_tile[stage], A, B, item, row0, col0, stage * BK, M, N, K);
    end_of_batch();
  }
  // [loop]
  for (int k0 = 0, now = 0, last = STAGES - 1; k0 < K;
       k0 += BK, last = now, now = (now + 1) % STAGES) {
    wait_for_batch();
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more, to where the last one was used.
    const int k1 = k0 + (STAGES - 1) * BK;
    if (k1 < K)
      fetch(a_tile[last], b_tile[last], A, B, item, row0, col0, k1, M, N, K);
    end_of_batch();
    // Compute.
    multiply(sum, a_tile[now] + y * BK, b_tile[now] + c * (BN + PAD) + x + r, lane);
  }
  // [/loop]

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
