// out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3, with 0 outside

kernel void smooth(global const float* in, global float* out, local float* tile, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float left = i > 0 ? in[i - 1] : 0.0f;
  const float right = i + 1 < n ? in[i + 1] : 0.0f;
  out[i] = (left + in[i] + right) / 3.0f;
}
