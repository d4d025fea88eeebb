// counts[b] = how many bytes are from 16 b to 16 b + 15

kernel void histogram(global const uchar* in, uint n, volatile global uint* counts) {
  const uint i = get_global_id(0);
}
