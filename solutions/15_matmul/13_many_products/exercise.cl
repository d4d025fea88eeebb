// Many products: C of product p begins at c + p * stride_c, and is the product of what begins at a + p * stride_a and b + p * stride_b.
// A: m x k, B: k x n, C: m x n, row by row.

kernel void products(global const float* a, global const float* b, global float* c, uint m, uint n,
                     uint k, uint stride_a, uint stride_b, uint stride_c, uint count) {
  const size_t column = get_global_id(0), row = get_global_id(1), product = get_global_id(2);
  if (row >= m || column >= n || product >= count)
    return;
  a += product * stride_a;
  b += product * stride_b;
  c += product * stride_c;
  float sum = 0.0f;
  for (uint p = 0; p < k; ++p)
    sum += a[row * k + p] * b[p * n + column];
  c[row * n + column] = sum;
}
