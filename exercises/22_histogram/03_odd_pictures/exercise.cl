// counts[v] = how many pixels have the value v; a work-item for each pixel, in groups of 8 x 8

kernel void histogram(global const uchar* in, int width, int height, volatile global uint* counts) {
  const int x = get_global_id(0), y = get_global_id(1);
  const uchar value = in[y * get_global_size(0) + x];
  atomic_inc(&counts[value]);
}
