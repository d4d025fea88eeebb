// sums[keys[i]] += values[i], for n values

kernel void sums_by_key(global const uint* keys, global const float* values,
                        volatile global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    atomic_add((volatile global int*)&sums[keys[i]], (int)values[i]);
}
