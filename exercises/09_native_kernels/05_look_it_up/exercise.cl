// results[i] = the value that belongs to the key queries[i], or -1 if it is not among the keys. The keys are sorted and
// all different; entries >= 1 is the number of keys, and of values.

kernel void look_up(global const int* keys, global const int* values, uint entries,
                    global const int* queries, global int* results, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  results[i] = -1;
}
