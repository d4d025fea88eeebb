// C = A B, all of them n x n. A: m x k, B: k x n, C: m x n is what it should be.

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n,
                    uint k) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (uint p = 0; p < n; ++p)
    sum += a[row * n + p] * b[p * n + column];
  c[row * n + column] = sum;
}
