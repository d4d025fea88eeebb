// C = A B, all of them N x N, of the type REAL.

kernel void product(global const REAL* a, global const REAL* b, global REAL* c) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= N || column >= N)
    return;
  REAL sum = 0;
  for (uint p = 0; p < N; ++p)
    sum += a[row * N + p] * b[p * N + column];
  c[row * N + column] = sum;
}
