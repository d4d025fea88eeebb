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
  global float* x = vectors + k * n;
  for (uint i = 0; i < n; ++i)
    x[i] = i == k ? 1.0f : 0.0f;
}
