// out[i] = (in[i - 1] + 2 in[i] + in[i + 1]) / 4; BORDER says what is beyond the ends:
// 0: the value 0, 1: the nearest element, 2: the other end

kernel void blur(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float left = in[i > 0 ? i - 1 : 0];
  const float right = in[i + 1 < n ? i + 1 : n - 1];
  out[i] = (left + 2.0f * in[i] + right) / 4.0f;
}
