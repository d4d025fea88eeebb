// v20: asynchronous copies. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as v19; tf32 only.
//
// Changed: global memory is copied to local memory without passing through registers (cp.async), and STAGES tiles
// are on their way instead of two. Blocks of A are read with ldmatrix, which hands each lane its elements.
// Why: v19 keeps 128 sums and 32 floats in flight in at most 255 registers: there is no room left, and addresses
// are computed again and again. cp.async needs no registers; the price is that factors cannot be rounded on
// the way. The tensor cores cut off what tf32 does not hold (ROUND=0), which doubles the error: a factor changes
// by up to 2^-10 of itself. ROUND=1 rounds each factor when it is used, several times over, and costs a fifth.
//
//   a_tile[row][k]  BK floats a row; its float4s change places with the row (A_SWIZZLE): ldmatrix reads 8 rows
//   b_tile[k][col]  columns change places with k (B_SWIZZLE): a warp reads 4 rows x 8 columns      without conflicts
//
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = 32*(BM/WM)*(BN/WN)
// Local     4*BK*STAGES*(BM + BN) bytes, at most 48 KiB on NVIDIA
// Needs     STAGES >= 2; WM % 16 == 0, WN % 8 == 0, BN % 32 == 0; BM % WM == 0, BN % WN == 0; BK = 16 or 32;
//           BM*BK/4 % ITEMS == 0, BN*BK/4 % ITEMS == 0; M*K, K*N, M*N < 2^31. ALIGNED=1 only if K % 4 == 0 and N % 4 == 0.
//           GUARD=0 only if ALIGNED=1, K > 0 and M % BM == 0, N % BN == 0, K % BK == 0.
#ifndef BM
#define BM 128
#define BN 128
#define WM 64
#define WN 64
#endif
#ifndef STAGES
#define STAGES 3
#endif
#ifndef ROUND
#define ROUND 0
#endif
#ifndef BK
#define BK 16
#endif
#define ITEMS (32 * (BM / WM) * (BN / WN))
#define A_EACH (BM * BK / 4 / ITEMS) // float4s of a tile for each work-item
#define B_EACH (BN * BK / 4 / ITEMS)
#define A_SWIZZLE(row)                                                                             \
  ((BK == 16 ? (row) / 2 % 4 : (row) % 8) * 4) // floats of a row of A change places in fours
#define B_SWIZZLE(k) ((k) % 4 * 8)             // floats of a row of B change places in eights
#define A_BYTES (4 * BM * BK)
#define B_BYTES (4 * BN * BK)
#include "vector.clh"

// Starts to copy four floats (single ones, if they are not aligned) to local memory. Only the first `valid` of them are
// there; the others become zero. PTX wants local addresses as 32-bit numbers.
void copy4(const uint to, global const float* from, const int valid) {
#if ALIGNED
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
               "r"(valid > 0 ? 16 : 0)
               : "memory");
#else
#pragma unroll
  for (int e = 0; e < 4; ++e)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to + 4 * e),
                 "l"(from + (e < valid ? e : 0)), "r"(e < valid ? 4 : 0)
                 : "memory");
#endif
}

// What was started since the last end is one batch. wait_for_batch() waits for all but the newest STAGES - 2.
// [wait]
void end_of_batch() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
void wait_for_batch() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}
// [/wait]

uint tf32(const uint bits) {
#if ROUND
  uint word;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(as_float(bits)));
  return word;
#else
  return bits;
#endif
}

// Reads a 16 x 8 block of A: 8 x 4 blocks, one element of each for each lane. Eight lanes each point at the rows of one.
uint4 load_a(const uint row) {
  uint4 a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a.x), "=r"(a.y), "=r"(a.z), "=r"(a.w)
               : "r"(row)
               : "memory");
  return (uint4)(tf32(a.x), tf32(a.y), tf32(a.z), tf32(a.w));
}

void mma(float* sum, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

// Starts to copy my share of the next tiles of A and B to stage `stage`, and moves A and B on.
#define START(stage)                                                                               \
  if (k_ahead > 0) {                                                                               \
    _Pragma("unroll") for (uint n = 0; n < A_EACH; ++n) {                                          \
      const int k = (item + n * ITEMS) % (BK / 4) * 4;                                             \
      copy4(a_to[n] + (stage)*A_BYTES, !GUARD || k < k_ahead ? A + a_from[n] : A,                  \
            GUARD ? k_ahead - k : 4);                                                              \
    }                                                                                              \
    _Pragma("unroll") for (uint n = 0; n < B_EACH; ++n) {                                          \
      const int k = (item + n * ITEMS) / (BN / 4), col = col0 + (item + n * ITEMS) % (BN / 4) * 4; \
      copy4(b_to[n] + (stage)*B_BYTES, !GUARD || k < k_ahead ? B + b_from[n] : B,                  \
            !GUARD        ? 4                                                                      \
            : k < k_ahead ? N - col                                                                \
                          : 0);                                                                    \
    }                                                                                              \
    A += BK;                                                                                       \
    B += BK * N;                                                                                   \
    k_ahead -= BK;                                                                                 \
  }

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_async_copies(global const float* A, global const float* B, global float* C, const int M,
                    const int N, const int K) {
  // Identify.
  const uint item = get_local_id(0);
  const uint warp = item / 32, lane = item % 32;
  const uint y = warp / (BN / WN) * WM, x = warp % (BN / WN) * WN; // the corner of my warp's tile
  const uint row0 = get_group_id(1) * BM, col0 = get_group_id(0) * BN;
  local float a_tile[STAGES][BM][BK] __attribute__((aligned(128)));
  local float b_tile[STAGES][BK][BN] __attribute__((aligned(128)));
  float sum[WM / 16][WN / 8][4] = {{{0.0f}}};

  // Addresses. Beyond the edge of C the last row or column stands in.
  const uint a_base = (uint)(size_t)&a_tile[0][0][0], b_base = (uint)(size_t)&b_tile[0][0][0];
  uint a_from[A_EACH], b_from[B_EACH], a_to[A_EACH], b_to[B_EACH], a_row[BK / 8];
#pragma unroll
  for (uint n = 0; n < A_EACH; ++n) {
    const uint i = item + n * ITEMS, row = i / (BK / 4), k = i % (BK / 4) * 4;
    a_from[n] = min(row0 + row, (uint)M - 1) * K + k;
    a_to[n] = a_base + 4 * (row * BK + (k ^ A_SWIZZLE(row)));
  }
#pragma unroll
  for (uint n = 0; n < B_EACH; ++n) {
    const uint i = item + n * ITEMS, k = i / (BN / 4), col = i % (BN / 4) * 4;
    b_from[n] = k * N + min(col0 + col, (uint)N - 1);
    b_to[n] = b_base + 4 * (k * BN + (col ^ B_SWIZZLE(k)));
  }
#pragma unroll
  for (uint h = 0; h < BK / 8; ++h)
    a_row[h] =
        a_base + 4 * ((y + lane % 16) * BK + ((8 * h + lane / 16 * 4) ^ A_SWIZZLE(lane % 16)));

  // Start to copy the first STAGES - 1 tiles.
  int k_ahead = K; // values of k that no copy was started for
  for (uint stage = 0; stage < STAGES - 1; ++stage) {
    START(stage);
    end_of_batch();
  }
  uint to = STAGES - 1, from = 0;
  for (int k_left = K; k_left > 0; k_left -= BK) {
    // [loop]
    wait_for_batch();
    barrier(CLK_LOCAL_MEM_FENCE);
    // Load: start to copy one tile more.
    START(to);
    end_of_batch();
    to = to + 1 == STAGES ? 0 : to + 1;
    // [/loop]
    // Compute.
#pragma unroll
    for (uint k = 0; k < BK; k += 8) {
      uint4 a[WM / 16];
#pragma unroll
      for (uint i = 0; i < WM / 16; ++i)
        a[i] = load_a(a_row[k / 8] + from * A_BYTES + i * 64 * BK);
#pragma unroll
      for (uint j = 0; j < WN / 8; ++j) {
        const uint col = (x + 8 * j + lane / 4) ^ B_SWIZZLE(lane % 4);
        const uint2 b = (uint2)(tf32(as_uint(b_tile[from][k + lane % 4][col])),
                                tf32(as_uint(b_tile[from][k + lane % 4 + 4][col])));
#pragma unroll
        for (uint i = 0; i < WM / 16; ++i)
          mma(sum[i][j], a[i], b);
      }
    }
    from = from + 1 == STAGES ? 0 : from + 1;
  }

  // Store.
#pragma unroll
  for (int i = 0; i < WM / 16; ++i)
#pragma unroll
    for (int j = 0; j < WN / 8; ++j)
#pragma unroll
      for (int e = 0; e < 4; e += 2) {
        const uint row = row0 + y + 16 * i + e / 2 * 8 + lane / 4,
                   col = col0 + x + 8 * j + lane % 4 * 2;
#if ALIGNED
        if (!GUARD || (row < M && col < N))
          *(global float2*)(C + row * N + col) = (float2)(sum[i][j][e], sum[i][j][e + 1]);
#else
        if (row < M && col < N)
          C[row * N + col] = sum[i][j][e];
        if (row < M && col + 1 < N)
          C[row * N + col + 1] = sum[i][j][e + 1];
#endif
      }
}
