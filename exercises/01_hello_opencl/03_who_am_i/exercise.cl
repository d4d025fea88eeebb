// out[i] = i, one work-item for each element.

kernel void who_am_i(global int* out, uint n) {
  const size_t i = get_local_id(0);
  if (i < n)
    out[i] = (int)i;
}
