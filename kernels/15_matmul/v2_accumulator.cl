// v2: the running sum moves into a private variable. Everything else is as in v1.
//
// Private memory is the work-item's own: normally a register. The sum goes to global memory once, at the end:
// of v1's K + 1 stores one is left. The 2 K loads stay.
//
// From: v1
// NDRange: 2-D, dimension 0 = row, dimension 1 = column; any local size; guarded.
// Each work-item: 2 K loads and 1 store of 4 bytes, 2 K FLOP.

// [kernel]
kernel void matmul_accumulator(global const float* A, global const float* B, global float* C, int M,
                               int N, int K) {
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  if (row >= M || column >= N)
    return;

  float sum = 0.0f;
  for (int k = 0; k < K; ++k)
    sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}
// [/kernel]
