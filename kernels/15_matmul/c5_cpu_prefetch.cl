// c5: prefetches.
//
// Changed: while it multiplies, a work-item asks for the rows of A that it copies next; and while it copies B, for rows
// that come AHEAD rows later. A prefetch is a load into the cache that the program does not wait for.
// Why: copies wait for the third-level cache or for memory, and the vector unit waits with them. The processor guesses by
// itself what a loop will read, but only within a page of 4096 bytes, and every row of these pieces is in another page.
// OpenCL's own prefetch() does nothing in PoCL 3.1, so its compiler's is used there.
//
//   time:   copy rows 0-11 | panel 0      panel 1      panel 2 ...   | copy rows 12-23 | panel 0 ...
//                            asks for     asks for     asks for          lie in the
//                            rows 12, 13  rows 14, 15  rows 16, 17       cache by now
//
// From      c4
// NDRange, local, needs, loads, stores   as c4
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
#ifndef AHEAD
#define AHEAD 16 // rows of B
#endif
#define VECTORS (NR / 16)
#define ROWS_AHEAD ((MR + CG - 1) / CG) // rows of A that one panel's turn asks for
// (Drivers that translate to SPIR-V cannot translate it, and Mesa's ends the whole program.)
#ifdef POCL_DEVICE_ADDRESS_BITS
#define PREFETCH(address) __builtin_prefetch((const void*)(size_t)(address))
#else
#define PREFETCH(address)
#endif

#include "floats16.clh"

// [matmul]
kernel void matmul_cpu_prefetch(global const float* A, global const float* B, global float* C,
                                const int M, const int N, const int K) {
  local float16 panels[CG][CHUNK][VECTORS], rows[MR][CHUNK / 16];
  // Identify: these columns, and this share of the blocks of rows.
  const int left = get_global_id(0) * CG * NR, right = min(left + CG * NR, N);
  const int blocks = (M + MR - 1) / MR, share = get_global_id(1), shares = get_global_size(1);
  const int first = blocks * share / shares * MR, last = min(blocks * (share + 1) / shares * MR, M);

  int k0 = 0;
  do {
    const int length = min(CHUNK, K - k0);
    // Copy B.
    for (int k = 0; k < length; ++k)
      for (int panel = 0; left + panel * NR < right; ++panel)
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
          const int column = left + panel * NR + 16 * v;
          PREFETCH(B + (size_t)(k0 + k + AHEAD) * N + column); // may be behind the end of B
          panels[panel][k][v] = load16(B + (k0 + k) * N + column, N - column);
        }
    for (int row0 = first; row0 < last; row0 += MR) {
      // Copy A.
      for (int i = 0; i < MR; ++i)
        for (int k = 0; k < length; k += 16)
          rows[i][k / 16] = load16(A + (size_t)(row0 + i) * K + k0 + k, row0 + i < M ? length - k : 0);
      for (int panel = 0; left + panel * NR < right; ++panel) {
        // Compute.
        // [compute]
        global const float* next = A + (size_t)(row0 + MR + panel * ROWS_AHEAD) * K + k0;
        local const float* a = (local const float*)rows;
        float16 sum[MR][VECTORS];
#pragma unroll
        for (int i = 0; i < MR; ++i)
#pragma unroll
          for (int v = 0; v < VECTORS; ++v)
            sum[i][v] = 0.0f;
        for (int k1 = 0; k1 < length; k1 += 16) { // 16 floats are a line of the cache
#pragma unroll
          for (int i = 0; i < ROWS_AHEAD; ++i)
            PREFETCH(next + i * K + k1);
          for (int k = k1; k < min(k1 + 16, length); ++k) {
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
        }
        // [/compute]
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
