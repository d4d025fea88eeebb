// c[i] = a[i] * b[i], all in units of 1 / 2^16.

kernel void multiply(global const int* a, global const int* b, global int* c, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  c[i] = a[i] * b[i];
}
