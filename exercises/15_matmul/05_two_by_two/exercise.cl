// C = A B, 2 x 2 elements for each work-item. A: m x k, B: k x n, C: m x n, row by row.

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n,
                    uint k) {
  const uint column = 2 * (uint)get_global_id(0), row = 2 * (uint)get_global_id(1);
  for (uint y = row; y < row + 2 && y < m; ++y)
    for (uint x = column; x < column + 2 && x < n; ++x) {
      float sum = 0.0f;
      for (uint p = 0; p < k; ++p)
        sum += a[y * k + p] * b[p * n + x];
      c[y * n + x] = sum;
    }
}
