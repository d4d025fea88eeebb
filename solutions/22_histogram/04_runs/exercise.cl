// counts[v] = how many bytes are v; counts[256] = how many additions that took

void add(volatile global uint* counts, uint value, uint times) {
  atomic_add(&counts[value], times);
  atomic_inc(&counts[256]);
}

kernel void histogram(global const uchar* in, uint n, volatile global uint* counts) {
  const uint first = 16 * get_global_id(0), end = min(first + 16, n);
  if (first >= n)
    return;
  uchar value = in[first];
  uint length = 0;
  for (uint i = first; i < end; ++i) {
    if (in[i] != value) {
      add(counts, value, length);
      value = in[i];
      length = 0;
    }
    ++length;
  }
  add(counts, value, length);
}
