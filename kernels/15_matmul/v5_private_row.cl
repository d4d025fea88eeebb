// v5: each work-item keeps its row of A in private memory.
//
// Changed: v4 read the row of A again for every element of C; here it is copied once into a private
// array. Why: halves the global loads. But a private array indexed by a loop counter cannot live in
// registers: the compiler puts it into the device's memory (behind a cache), so the gain may be
// smaller than the count says. A private array needs a length at build time; longer rows come in pieces, and C collects
// the pieces.
//
//   row of A:  [ piece 0: ROW floats | piece 1 | ... ]     private: row_a[ROW]
//
// From      v4
// NDRange   M rounded up (1-D), any local size
// Local     0 bytes; private 4*ROW bytes for each work-item
// Needs     M*K, K*N, M*N < 2^31
// Loads     with P = max(1, ceil(K / ROW)) pieces: A: M*K, B: M*N*K, C: M*N*(P-1)      Stores:
// M*N*P
#ifndef ROW
#define ROW 1024
#endif
kernel void matmul_private_row(global const float* A, global const float* B, global float* C,
                               const int M, const int N, const int K) {
  const int row = get_global_id(0);
  if (row >= M)
    return;
  float row_a[ROW];
  int k0 = 0;
  do {
    const int length = min(ROW, K - k0);
    // [piece]
    for (int k = 0; k < length; ++k)
      row_a[k] = A[row * K + k0 + k];
    for (int col = 0; col < N; ++col) {
      float sum = k0 == 0 ? 0.0f : C[row * N + col];
      for (int k = 0; k < length; ++k)
        sum += row_a[k] * B[(k0 + k) * N + col];
      C[row * N + col] = sum;
    }
    // [/piece]
    k0 += ROW;
  } while (k0 < K);
}
