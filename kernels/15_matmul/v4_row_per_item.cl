// v4: one work-item computes a whole row of C.
//
// Changed: v2 had M x N work-items with one element each; here are M work-items with N elements
// each. Why: the source text expects less work for the scheduler to be faster. Watch what it does
// on a GPU: it leaves only M work-items for thousands of lanes, and neighbouring work-items read A
// and write C a whole row apart, so that nothing they touch lies side by side.
//
//            k ->            col ->                 col ->
//   row    . . . . .        . . . . .              . . . . .
//    |     a a a a a   x    b b b b b      =       c c c c c   <- work-item `row`
//    v     . . . . .        b b b b b              . . . . .
//
// From      v3
// NDRange   M rounded up (1-D), any local size
// Local     0 bytes
// Needs     M*K, K*N, M*N < 2^31
// Loads     A: M*N*K, B: M*N*K      Stores: M*N      0.25 FLOP per byte loaded
kernel void matmul_row_per_item(global const float* A, global const float* B, global float* C,
                                const int M, const int N, const int K) {
  const int row = get_global_id(0);
  if (row >= M)
    return;
  // [row]
  for (int col = 0; col < N; ++col) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
  // [/row]
}
