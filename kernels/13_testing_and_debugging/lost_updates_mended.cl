// Counts the even numbers. Reading, adding and writing are one step that nothing comes between.
kernel void count_even(global const int* in, global int* count, uint n) {
  const size_t i = get_global_id(0);
  if (i < n && in[i] % 2 == 0)
    atomic_add(count, 1);
}
