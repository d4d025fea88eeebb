// The second try: it is right.

kernel void matmul_row_per_item(global const float* A, global const float* B, global float* C,
                                const int M, const int N, const int K) {
  const int row = get_global_id(0);
  if (row >= M)
    return;
  // [zero]
  for (int column = 0; column < N; ++column)
    C[row * N + column] = 0.0f;
  // [/zero]
  for (int k = 0; k < K; ++k) {
    const float a = A[row * K + k];
    for (int column = 0; column < N; ++column)
      C[row * N + column] += a * B[k * N + column];
  }
}
