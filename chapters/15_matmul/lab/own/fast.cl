// The third try: sixteen sums at a time stay in a variable.

kernel void matmul_row_per_item(global const float* A, global const float* B, global float* C,
                                const int M, const int N, const int K) {
  const int row = get_global_id(0);
  if (row >= M)
    return;
  // [columns]
  int column = 0;
  for (; column + 16 <= N; column += 16) {
    float16 sums = 0.0f;
    for (int k = 0; k < K; ++k)
      sums += A[row * K + k] * vload16(0, B + k * N + column);
    vstore16(sums, 0, C + row * N + column);
  }
  for (; column < N; ++column) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + column];
    C[row * N + column] = sum;
  }
  // [/columns]
}
