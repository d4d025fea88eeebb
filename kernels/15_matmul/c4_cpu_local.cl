// c4: one launch, and copies in local memory.
//
// Changed: no kernels that pack in advance. A work-item copies what it needs itself: CHUNK rows of CG panels of B, and
// then, block by block, MR rows of A. It does so in local memory, and adds up C in as many rounds as K has chunks.
// Why: a launch costs time, and packed matrices as large as A and B leave the caches before they are used. Local memory
// of PoCL belongs to a thread, which uses the same for every work-group: it stays in the caches of its core.
//
//   local memory, CG = 3:   panels: [ CHUNK x NR ][ CHUNK x NR ][ CHUNK x NR ]   each is used for all rows of A
//                           rows:   [ MR x CHUNK ]                               used for all panels
//
// From      c3
// NDRange   ceil(N/(NR*CG)) x any S <= ceil(M/MR): dimension 1 shares the blocks of rows. Local size 1 x 1
// Local     4 * CHUNK * (CG * NR + MR) bytes
// Needs     NR % 16 == 0, CHUNK/16 odd (rows of A do not fight for places in the cache); M*K, K*N and M*N < 2^31
// Loads     global, G = ceil(N/(NR*CG)): A: G*M*K/16 float16, B: S*K*N/16 float16, C: M*N/16 for each chunk but the first;
//           single floats at the ends of rows; local: ceil(M/MR)*ceil(N/NR)*K*(MR + NR/16)
// Stores    global: M*N/16 float16 for each chunk, and single floats at the right edge; local: what is copied
#ifndef MR
#define MR 12
#define NR 32
#endif
#ifndef CHUNK
#define CHUNK 528
#endif
#ifndef CG
#define CG 8
#endif
#define VECTORS (NR / 16)

#include "floats16.clh"

// [matmul]
kernel void matmul_cpu_local(global const float* A, global const float* B, global float* C,
                             const int M, const int N, const int K) {
  local float16 panels[CG][CHUNK][VECTORS], rows[MR][CHUNK / 16];
  // Identify: these columns, and this share of the blocks of rows.
  const int left = get_global_id(0) * CG * NR, right = min(left + CG * NR, N);
  const int blocks = (M + MR - 1) / MR, share = get_global_id(1), shares = get_global_size(1);
  const int first = blocks * share / shares * MR, last = min(blocks * (share + 1) / shares * MR, M);

  int k0 = 0;
  do {
    const int length = min(CHUNK, K - k0);
    // [copies]
    // Copy B.
    for (int k = 0; k < length; ++k)
      for (int panel = 0; left + panel * NR < right; ++panel)
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
          const int column = left + panel * NR + 16 * v;
          panels[panel][k][v] = load16(B + (k0 + k) * N + column, N - column);
        }
    for (int row0 = first; row0 < last; row0 += MR) {
      // Copy A.
      for (int i = 0; i < MR; ++i)
        for (int k = 0; k < length; k += 16)
          rows[i][k / 16] = load16(A + (size_t)(row0 + i) * K + k0 + k, row0 + i < M ? length - k : 0);
      // [/copies]
      for (int panel = 0; left + panel * NR < right; ++panel) {
        // Compute.
        local const float* a = (local const float*)rows;
        float16 sum[MR][VECTORS];
#pragma unroll
        for (int i = 0; i < MR; ++i)
#pragma unroll
          for (int v = 0; v < VECTORS; ++v)
            sum[i][v] = 0.0f;
        for (int k = 0; k < length; ++k) {
          float16 b[VECTORS];
#pragma unroll
          for (int v = 0; v < VECTORS; ++v)
            b[v] = panels[panel][k][v];
#pragma unroll
          for (int i = 0; i < MR; ++i)
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
              sum[i][v] += a[i * CHUNK + k] * b[v];
        }
        // Store: the first chunk writes C, the others add to it.
#pragma unroll
        for (int i = 0; i < MR; ++i)
#pragma unroll
          for (int v = 0; v < VECTORS; ++v)
            if (row0 + i < M) {
              const int column = left + panel * NR + 16 * v;
              global float* to = C + (row0 + i) * N + column;
              store16(k0 > 0 ? load16(to, N - column) + sum[i][v] : sum[i][v], to, N - column);
            }
      }
    }
  } while ((k0 += CHUNK) < K);
}
// [/matmul]
