// sums[keys[i]] += values[i], for n values

kernel void sums_by_key(global const uint* keys, global const float* values,
                        volatile global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  volatile global uint* const bits = (volatile global uint*)&sums[keys[i]];
  uint before = 0, seen; // a guess: if it is wrong, the first exchange says so
  while ((seen = atomic_cmpxchg(bits, before, as_uint(as_float(before) + values[i]))) != before)
    before = seen;
}
