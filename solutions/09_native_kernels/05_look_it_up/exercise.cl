// results[i] = the value that belongs to the key queries[i], or -1 if it is not among the keys. The keys are sorted and
// all different; entries >= 1 is the number of keys, and of values.

kernel void look_up(global const int* keys, global const int* values, uint entries,
                    global const int* queries, global int* results, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const int query = queries[i];
  uint low = 0, high = entries;
  while (low < high) {
    const uint middle = (low + high) / 2;
    if (keys[middle] < query)
      low = middle + 1;
    else
      high = middle;
  }
  results[i] = low < entries && keys[low] == query ? values[low] : -1;
}
