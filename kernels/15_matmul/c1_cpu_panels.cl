// c1: the CPU branch begins: packed panels. A CPU has caches, but no local memory of its own: PoCL's local memory is
// ordinary memory, so that the copies of v7 to v20 are copies from one place of ordinary memory to another.
//
// Changed: back to v2's idea, sums in private memory, but for a block of MR x NR elements of C for each work-item.
// Two small kernels first copy A and B into panels: what a block needs lies in one piece, zeros beyond the edge.
// Why: a block reads MR + NR floats for MR * NR multiply-adds. In the matrices themselves, neighbours in a column lie
// a whole row apart: each in another page, and if the row is a power of two long, all in the same few places of the
// cache. Packing touches each element once, the product K times.
//
//   A: panels of MR rows, in chunks of CHUNK values of k        B: panels of NR columns
//   panel 0  chunk 0:  row 0: CHUNK floats                      panel 0:  k = 0: NR floats
//                      row 1: CHUNK floats ...                            k = 1: NR floats ...
//            chunk 1:  row 0 ...                                panel 1 ...
//   CHUNK / 16 is odd: rows lie an odd number of cache lines (64 bytes) apart and do not fight for places.
//
// From      v2
// NDRange   pack_a: ceil(M/MR); pack_b: ceil(N/(8*NR)) x ceil(K/16);
//           matmul: ceil(M/MR) x ceil(N/NR), dimension 0 runs down a panel of B. Local size 1 (x 1)
// Scratch   packed A: ceil(M/MR)*MR*ceil(K/CHUNK)*CHUNK floats, packed B: ceil(N/NR)*NR*K floats
// Needs     CHUNK/16 odd; the scratch and M*N < 2^31
// Loads     pack_a: M*K; pack_b: N*K; matmul: ceil(M/MR)*ceil(N/NR)*K*MR*(1 + NR)
// Stores    pack_a: ceil(M/MR)*MR*K; pack_b: ceil(N/NR)*NR*K; matmul: M*N
#ifndef MR
#define MR 12
#define NR 32
#endif
#ifndef CHUNK
#define CHUNK 528
#endif

kernel void pack_a(global const float* A, global float* panels, const int M, const int K) {
  const int row0 = get_global_id(0) * MR, chunks = (K + CHUNK - 1) / CHUNK;
  global float* panel = panels + row0 * chunks * CHUNK;
  for (int i = 0; i < MR; ++i)
    for (uint k = 0; k < K; ++k)
      panel[(k / CHUNK * MR + i) * CHUNK + k % CHUNK] = row0 + i < M ? A[(row0 + i) * K + k] : 0.0f;
}

// 16 rows of 8 panels: reads and writes both get some way before they turn to another page.
kernel void pack_b(global const float* B, global float* panels, const int N, const int K) {
  const int first = get_global_id(0) * 8, k0 = get_global_id(1) * 16;
  for (int k = k0; k < min(k0 + 16, K); ++k)
    for (int panel = first; panel < first + 8 && panel * NR < N; ++panel)
      for (int j = 0; j < NR; ++j)
        panels[(panel * K + k) * NR + j] = panel * NR + j < N ? B[k * N + panel * NR + j] : 0.0f;
}

// [matmul]
kernel void matmul_cpu_panels(global const float* a_panels, global const float* b_panels,
                              global float* C, const int M, const int N, const int K) {
  // Identify.
  const int row0 = get_global_id(0) * MR, col0 = get_global_id(1) * NR;
  const int chunks = (K + CHUNK - 1) / CHUNK;
  global const float* a = a_panels + row0 * chunks * CHUNK;
  global const float* b = b_panels + col0 * K;
  float sum[MR][NR] = {{0.0f}};

  // Load and compute.
  // [compute]
  for (int k0 = 0; k0 < K; k0 += CHUNK, a += MR * CHUNK)
    for (int k = 0; k < min(CHUNK, K - k0); ++k, b += NR)
#pragma unroll
      for (int i = 0; i < MR; ++i)
#pragma unroll
        for (int j = 0; j < NR; ++j)
          sum[i][j] += a[i * CHUNK + k] * b[j];
  // [/compute]

  // Store.
  for (int i = 0; i < min(MR, M - row0); ++i)
    for (int j = 0; j < min(NR, N - col0); ++j)
      C[(row0 + i) * N + col0 + j] = sum[i][j];
}
// [/matmul]
