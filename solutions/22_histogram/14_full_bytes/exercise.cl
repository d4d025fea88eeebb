// counts[b] = how many bytes are from 16 b to 16 b + 15; `mine` has 16 bytes for each work-item

kernel void histogram(global const uchar* in, uint n, volatile global uint* counts, local uchar* mine) {
  const uint item = get_local_id(0), size = get_local_size(0);
  for (uint b = 0; b < 16; ++b)
    mine[b * size + item] = 0;
  uint seen = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    ++mine[in[i] / 16 * size + item];
    if (++seen == 255) { // before a byte overflows
      for (uint b = 0; b < 16; ++b) {
        atomic_add(&counts[b], (uint)mine[b * size + item]);
        mine[b * size + item] = 0;
      }
      seen = 0;
    }
  }
  for (uint b = 0; b < 16; ++b)
    atomic_add(&counts[b], (uint)mine[b * size + item]);
}
