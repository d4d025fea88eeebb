// sum[1] * 2^32 + sum[0] += the sum of n numbers

kernel void add_up(global const uint* in, volatile global uint* sum, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const uint before = atomic_add(&sum[0], in[i]);
  if (before + in[i] < before) // it has overflowed
    atomic_inc(&sum[1]);
}
