// C = A B. A: m x k, B: k x n, C: m x n, row by row.

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n,
                    uint k) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= m || column >= n)
    return;
  float sum = 0.0f;
  for (uint p = 0; p < k; ++p)
    sum += a[row * k + p] * b[p * n + column];
  c[row * n + column] = sum;
}
