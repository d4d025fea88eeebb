// out = in, with value in place of what is not a number

kernel void fill_gaps(global const float* in, global float* out, float value, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = in[i];
  out[i] = isnan(x) ? value : x;
}
