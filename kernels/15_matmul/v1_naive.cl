// v1: the definition, written down. One work-item computes one element of C = A B.
//
//              N               A is M x K, B is K x N, C is M x N; all row-major, without padding.
//           +-----+            NDRange: 2-D, dimension 0 = row, dimension 1 = column; any local size.
//         K | |   |            The global size may exceed M x N: the guard turns the surplus work-items away.
//           | v   |
//      K    +-----+            The running sum lives in C itself, in global memory. The compiler sees that it need not
//   +-----+ +-----+            load what it has just stored, but it must store every time: A or B might be the same
// M | --> | | c   |            memory as C, and the next load would have to see the change.
//   +-----+ +-----+
//                              Each work-item: 2 K loads and K + 1 stores of 4 bytes, 2 K FLOP.

// [kernel]
kernel void matmul_naive(global const float* A, global const float* B, global float* C, int M,
                         int N, int K) {
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  if (row >= M || column >= N)
    return;

  C[row * N + column] = 0.0f;
  for (int k = 0; k < K; ++k)
    C[row * N + column] += A[row * K + k] * B[k * N + column];
}
// [/kernel]
