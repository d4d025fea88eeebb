// Copies a small picture into a large one with `width` columns, to the place given by the global offset.

kernel void stamp(global const int* small, global int* large, uint width) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const size_t sx = x - get_global_offset(0), sy = y - get_global_offset(1);
  large[y * width + x] = small[sy * get_global_size(0) + sx];
}
