// The work-item's number, whatever the number of dimensions and the offset.

size_t linear_id(void) {
  return get_global_id(0);
}

kernel void where_am_i(global uint* out) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[linear_id()] = (uint)(x + 100 * y + 10000 * z);
}
