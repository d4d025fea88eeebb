// out[i] = 1 where in[i] is larger than its neighbours, else 0

kernel void peaks(global const float* in, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float left = i > 0 ? in[i - 1] : -INFINITY;
  const float right = i + 1 < n ? in[i + 1] : -INFINITY;
  out[i] = in[i] > left && in[i] > right;
}
