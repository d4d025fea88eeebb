// Copies a small picture into a large one with `width` columns, to the place given by the global offset.

kernel void stamp(global const int* small, global int* large, uint width) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  large[y * width + x] = small[y * width + x];
}
