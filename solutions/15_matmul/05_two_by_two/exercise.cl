// C = A B, 2 x 2 elements for each work-item. A: m x k, B: k x n, C: m x n, row by row.

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n,
                    uint k) {
  const uint column = 2 * (uint)get_global_id(0), row = 2 * (uint)get_global_id(1);
  if (row >= m || column >= n)
    return;
  const bool below = row + 1 < m, beside = column + 1 < n;
  float sum[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
  for (uint p = 0; p < k; ++p) {
    const float a0 = a[row * k + p];
    const float a1 = below ? a[(row + 1) * k + p] : 0.0f;
    const float b0 = b[p * n + column];
    const float b1 = beside ? b[p * n + column + 1] : 0.0f;
    sum[0][0] += a0 * b0;
    sum[0][1] += a0 * b1;
    sum[1][0] += a1 * b0;
    sum[1][1] += a1 * b1;
  }
  c[row * n + column] = sum[0][0];
  if (beside)
    c[row * n + column + 1] = sum[0][1];
  if (below)
    c[(row + 1) * n + column] = sum[1][0];
  if (below && beside)
    c[(row + 1) * n + column + 1] = sum[1][1];
}
