// The third try: 64 sums at a time stay in four variables.

kernel void matmul_row_per_item(global const float* A, global const float* B, global float* C,
                                const int M, const int N, const int K) {
  const int row = get_global_id(0);
  if (row >= M)
    return;
  // [columns]
  int column = 0;
  for (; column + 64 <= N; column += 64) {
    float16 s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int k = 0; k < K; ++k) {
      const float a = A[row * K + k];
      global const float* b = B + k * N + column;
      s0 += a * vload16(0, b);
      s1 += a * vload16(1, b);
      s2 += a * vload16(2, b);
      s3 += a * vload16(3, b);
    }
    vstore16(s0, 0, C + row * N + column);
    vstore16(s1, 1, C + row * N + column);
    vstore16(s2, 2, C + row * N + column);
    vstore16(s3, 3, C + row * N + column);
  }
  for (; column < N; ++column) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + column];
    C[row * N + column] = sum;
  }
  // [/columns]
}
