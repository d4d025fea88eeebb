// C = max(A B + bias, 0), a row of C for each work-item. A: m x k, B: k x n, C: m x n, row by row; bias: a number for each column.

kernel void layer(global const float* a, global const float* b, global const float* bias,
                  global float* c, uint m, uint n, uint k) {
  const uint row = (uint)get_global_id(0);
  if (row >= m)
    return;
  for (uint column = 0; column < n; ++column) {
    float sum = bias[column];
    for (uint p = 0; p < k; ++p)
      sum += a[row * k + p] * b[p * n + column];
    c[row * n + column] = max(sum, 0.0f);
  }
}
