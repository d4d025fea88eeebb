// The work-item's number, whatever the number of dimensions and the offset.

size_t linear_id(void) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

kernel void where_am_i(global uint* out) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[linear_id()] = (uint)(x + 100 * y + 10000 * z);
}
