// out[i] = the largest of in[i - 1], in[i], in[i + 1]; a work-item computes eight of them in a row

kernel void largest_of_three(global const float* in, global float* out, uint n) {
  const uint first = 8 * (uint)get_global_id(0);
  if (first >= n)
    return;
  float left = first > 0 ? in[first - 1] : -INFINITY;
  float middle = in[first];
  for (uint i = first; i < first + 8 && i < n; ++i) {
    const float right = i + 1 < n ? in[i + 1] : -INFINITY;
    out[i] = fmax(fmax(left, middle), right);
    left = middle;
    middle = right;
  }
}
