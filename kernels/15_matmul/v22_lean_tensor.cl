// v22: lean tensor cores. NVIDIA ONLY (compute capability 8.0 and later): inline PTX, as v19.
//
// Changed: what v14 did to v13. Each work-item computes its addresses once, before the loop: in global memory, and in local
// memory as the 32-bit numbers that PTX wants. Where the edge of C cuts a tile, the last row or column stands in; where
// tiles are whole there are no guards.
// Why: for a tile, a warp issues 64 mma, 40 loads and 8 copies. v21 issues as many instructions more, most of them for
// addresses.
//
// From      v21
// NDRange   (ceil(N/BN)*ITEMS) x ceil(M/BM); local size ITEMS x 1, ITEMS = BM*BN/(TM*TN) = 32*(BM/WM)*(BN/WN)
// Local     4*BK*STAGES*(BM + BN) bytes, at most 48 KiB on NVIDIA
// Needs     STAGES >= 2; WM % 16 == 0, WN % 32 == 0, BK = 16 or 32; BM % WM == 0, BN % WN == 0; M*K, K*N, M*N < 2^31.
//           ALIGNED=1 (vector.clh) only if K % 4 == 0 and N % 4 == 0.
//           GUARD=0 only if ALIGNED=1, K > 0 and M % BM == 0, N % BN == 0, K % BK == 0.
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

// What mma takes from a float: it ignores the last 13 bits.
uint tf32(uint word) {
#if ROUND
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(word) : "f"(as_float(word)));
#endif
  return word;
}

// Two rows of sums += a * b: 16 x 8 += 16 x 8 * 8 x 8.
void mma(float* upper, float* lower, const uint4 a, const uint2 b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
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
  return (uint4)(tf32(a.x), tf32(a.y), tf32(a.z), tf32(a.w));
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
#pragma unroll
  for (int k = 0; k < BK; k += 8) {
    uint4 a[WM / 16];
#pragma unroll
    for (int i = 0; i < WM / 16; ++i)
      a[i] = load_a(a_row[k / 8] + stage * BM * BK * 4 + 16 * i * BK * 4);
#pragma unroll
    for (int j = 0; j < WN / 8; ++j) {
      const int col = (8 * j) ^ B_SWIZZLE((int)lane % 4);
      const uint2 b =
          (uint2)(tf32(as_uint(b_tile[k * BN + col])), tf32(as_uint(b_tile[(k + 4) * BN + col])));
#pragma unroll
      for (int i = 0; i < WM / 16; ++i)
        mma(sum[2 * i] + 2 * j, sum[2 * i + 1] + 2 * j, a[i], b);
    }
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
matmul_lean_tensor(global const float* A, global const float* B, global float* C, const int M,
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
  // [addresses]
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
  // [/addresses]

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
