// d[i] = a[i + 1] - a[i]: n numbers have n - 1 differences.

kernel void differences(global const float* a, global float* d, uint n) {
  const size_t i = get_global_id(0);
  if (i + 1 < n)
    d[i] = a[i + 1] - a[i];
}
