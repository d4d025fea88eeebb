// C = A B, all of them N x N, of the type REAL.

kernel void product(global const REAL* a, global const REAL* b, global REAL* c) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0;
  for (uint p = 0; p < n; ++p)
    sum += a[row * n + p] * b[p * n + column];
  c[row * n + column] = sum;
}
