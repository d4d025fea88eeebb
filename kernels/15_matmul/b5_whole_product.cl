// b5: a batch of products, a whole one for each work-item.
//
// Changed: no local memory and no barrier. A work-item computes all of a product, in blocks of MR x 16 sums that fit the vector
// registers of a CPU. Why: a small product is in the first-level cache of a core as soon as it has been read once, so there is
// nothing to copy, and each core has enough to do with products of its own. (The lanes of a GPU would each read another matrix.)
//
//   C, a product:  | MR x 16 | MR x 16 |      sums of a block += one value of A times 16 of B, for each k
//                  | MR x 16 | MR x 16 |
//
// From      b2
// NDRange   products; local size 1
// Local     0
// Needs     M*K, K*N, M*N < 2^31
// Loads     for each product, with R = ceil(M/MR): A: R*MR*ceil(N/16)*K; B: R*K*N/16 float16s, single floats at the ends of rows
// Stores    M*N/16 float16s for each product, single floats at the ends of rows

#ifndef MR
#define MR 4
#endif

#include "floats16.clh"

// [product]
kernel void batch_of_items(global const float* A, global const float* B, global float* C,
                           const int M, const int N, const int K, const uint stride_a,
                           const uint stride_b, const uint stride_c) {
  const size_t product = get_global_id(0);
  A += product * stride_a;
  B += product * stride_b;
  C += product * stride_c;
  for (int row0 = 0; row0 < M; row0 += MR)
    for (int col = 0; col < N; col += 16) {
      float16 sum[MR];
#pragma unroll
      for (int i = 0; i < MR; ++i)
        sum[i] = 0.0f;
      for (int k = 0; k < K; ++k) {
        const float16 b = load16(B + k * N + col, N - col);
#pragma unroll
        for (int i = 0; i < MR; ++i) // beyond the last row: the last one again; its sums are not stored
          sum[i] += A[min(row0 + i, M - 1) * K + k] * b;
      }
#pragma unroll
      for (int i = 0; i < MR; ++i)
        if (row0 + i < M)
          store16(sum[i], C + (row0 + i) * N + col, N - col);
    }
}
// [/product]
