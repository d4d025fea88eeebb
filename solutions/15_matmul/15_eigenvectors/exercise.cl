// The eigenvectors of the symmetric matrix `a`, n x n, row by row: vectors[k * n ...] is the one that belongs to
// values[k], with the length 1. `work` has room for n matrices.
kernel void eigenvectors(global const float* a, global const float* values, global float* work,
                         global float* vectors, uint n) {
  const uint k = get_global_id(0);
  if (k >= n)
    return;
  global float* m = work + k * n * n; // A - s I
  for (uint i = 0; i < n * n; ++i)
    m[i] = a[i] - (i % (n + 1) == 0 ? values[k] : 0.0f);
  for (uint c = 0; c < n; ++c) {
    uint pivot = c;
    for (uint row = c + 1; row < n; ++row)
      if (fabs(m[row * n + c]) > fabs(m[pivot * n + c]))
        pivot = row;
    for (uint i = c; i < n; ++i) {
      const float swapped = m[c * n + i];
      m[c * n + i] = m[pivot * n + i];
      m[pivot * n + i] = swapped;
    }
    if (fabs(m[c * n + c]) < 1e-6f)
      m[c * n + c] = 1e-6f;
    for (uint row = c + 1; row < n; ++row) {
      const float factor = m[row * n + c] / m[c * n + c];
      for (uint i = c; i < n; ++i)
        m[row * n + i] -= factor * m[c * n + i];
    }
  }
  global float* x = vectors + k * n;
  float squares = 0.0f;
  for (uint row = n; row-- > 0;) {
    float sum = 1.0f;
    for (uint i = row + 1; i < n; ++i)
      sum -= m[row * n + i] * x[i];
    x[row] = sum / m[row * n + row];
    squares += x[row] * x[row];
  }
  for (uint i = 0; i < n; ++i)
    x[i] /= sqrt(squares);
}
