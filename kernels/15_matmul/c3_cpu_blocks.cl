// c3: blocks for the caches.
//
// Changed: a work-item computes MB blocks below each other, with the same panel of B.
// Why: a panel of B (K * NR floats) stays in the second-level cache while it is used MB times, whatever the order in
// which the work-items run.
//
//   packed B:  panel 0   panel 1 ...           C:  block 0   <- one work-item: MB blocks of MR x NR,
//              used MB times                       block 1      all with the same panel of B
//
// From      c2
// NDRange   pack_a: ceil(M/MR); pack_b: ceil(N/(8*NR)) x ceil(K/16);
//           matmul: ceil(N/NR) x ceil(M/(MR*MB)). Local size 1 (x 1)
// Scratch   packed A: ceil(M/MR)*MR*ceil(K/CHUNK)*CHUNK floats, packed B: ceil(N/NR)*NR*K floats
// Needs     NR % 16 == 0, CHUNK/16 odd; the scratch and M*N < 2^31
// Loads, stores   as c2
#ifndef MR
#define MR 12
#define NR 32
#endif
#ifndef CHUNK
#define CHUNK 528
#endif
#ifndef MB
#define MB 43
#endif
#define VECTORS (NR / 16)

#include "floats16.clh"

kernel void pack_a(global const float* A, global float* panels, const int M, const int K) {
  const int row0 = get_global_id(0) * MR, chunks = (K + CHUNK - 1) / CHUNK;
  global float* panel = panels + row0 * chunks * CHUNK;
  for (int i = 0; i < MR; ++i)
    for (uint k = 0; k < K; k += 16)
      store16(load16(A + (row0 + i) * K + k, row0 + i < M ? K - k : 0),
              panel + (k / CHUNK * MR + i) * CHUNK + k % CHUNK, 16);
}

// 16 rows of 8 panels: reads and writes both get some way before they turn to another page.
kernel void pack_b(global const float* B, global float* panels, const int N, const int K) {
  const int first = get_global_id(0) * 8, k0 = get_global_id(1) * 16;
  for (int k = k0; k < min(k0 + 16, K); ++k)
    for (int panel = first; panel < first + 8 && panel * NR < N; ++panel)
#pragma unroll
      for (int j = 0; j < NR; j += 16)
        store16(load16(B + k * N + panel * NR + j, N - panel * NR - j),
                panels + (panel * K + k) * NR + j, 16);
}

kernel void matmul_cpu_blocks(global const float* a_panels, global const float* b_panels,
                              global float* C, const int M, const int N, const int K) {
  // Identify.
  const int col0 = get_global_id(0) * NR, first = get_global_id(1) * MB * MR;
  const int chunks = (K + CHUNK - 1) / CHUNK;
  for (int row0 = first; row0 < min(first + MB * MR, M); row0 += MR) {
    global const float* a = a_panels + row0 * chunks * CHUNK;
    global const float* b = b_panels + col0 * K;
    float16 sum[MR][VECTORS];
#pragma unroll
    for (int i = 0; i < MR; ++i)
#pragma unroll
      for (int v = 0; v < VECTORS; ++v)
        sum[i][v] = 0.0f;

    // Load and compute.
    // [compute]
    for (int k0 = 0; k0 < K; k0 += CHUNK, a += MR * CHUNK)
      for (int k = 0; k < min(CHUNK, K - k0); ++k, b += NR) {
#pragma unroll
        for (int i = 0; i < MR; ++i)
#pragma unroll
          for (int v = 0; v < VECTORS; ++v)
            sum[i][v] += a[i * CHUNK + k] * vload16(v, b);
      }
      // [/compute]

      // Store.
#pragma unroll
    for (int i = 0; i < MR; ++i)
#pragma unroll
      for (int v = 0; v < VECTORS; ++v)
        if (row0 + i < M)
          store16(sum[i][v], C + (row0 + i) * N + col0 + 16 * v, N - col0 - 16 * v);
  }
}
