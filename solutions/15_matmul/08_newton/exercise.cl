// C = A B; all matrices are n x n, row by row.
kernel void product(global const float* a, global const float* b, global float* c, uint n) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (uint i = 0; i < n; ++i)
    sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}

// out = 2 X - X P
kernel void newton_step(global const float* x, global const float* p, global float* out, uint n) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < n; ++k)
    sum += x[row * n + k] * p[k * n + column];
  out[row * n + column] = 2.0f * x[row * n + column] - sum;
}
