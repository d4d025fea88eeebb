// out[i] = data[i + 1]; the last place becomes 0.

kernel void shift(global float* data, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = i + 1 < n ? data[i + 1] : 0.0f;
}
