// sums[i] = a[8 i] + ... + a[8 i + 7], one work-item for each sum.

kernel void sums_of_eight(global const float* a, global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  sums[i] = 0.0f;
  for (uint k = 0; k < 8; ++k)
    sums[i] += a[8 * i + k];
}
