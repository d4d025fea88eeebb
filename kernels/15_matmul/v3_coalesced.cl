// v3: dimension 0 becomes the column. Two words change places; everything else is as in v2.
//
// Work-items that are neighbours in dimension 0 run side by side: in the lanes of one SIMD unit, or in one warp.
//
//              v2: neighbours differ in the row         v3: neighbours differ in the column
//   B[k][c]    all read the same element                read neighbouring elements: one wide access
//   A[r][k]    elements that lie K * 4 bytes apart      all read the same element: one access, broadcast
//   C[r][c]    elements that lie N * 4 bytes apart      write neighbouring elements: one wide access
//
// From: v2
// NDRange: 2-D, dimension 0 = column, dimension 1 = row; any local size; guarded.
// Each work-item: 2 K loads and 1 store of 4 bytes, 2 K FLOP: the counts of v2. What changes is how many of them the
// hardware can serve at once.

// [kernel]
kernel void matmul_coalesced(global const float* A, global const float* B, global float* C, int M,
                             int N, int K) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= M || column >= N)
    return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}
// [/kernel]
