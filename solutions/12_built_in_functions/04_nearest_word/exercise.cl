// result[i] = the number of the reference that differs from queries[i] in the fewest bits; of several the first.

kernel void nearest(global const ulong* references, uint count, global const ulong* queries,
                    global uint* result, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const ulong query = queries[i];
  uint best = 0;
  ulong fewest = 65;
  for (uint k = 0; k < count; ++k) {
    const ulong differ = popcount(references[k] ^ query);
    if (differ < fewest) {
      fewest = differ;
      best = k;
    }
  }
  result[i] = best;
}
