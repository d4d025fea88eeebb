// Counts the even numbers. Two work-items may read the same count, and then one of them is lost.
kernel void count_even(global const int* in, global int* count, uint n) {
  const size_t i = get_global_id(0);
  if (i < n && in[i] % 2 == 0)
    *count += 1;
}
