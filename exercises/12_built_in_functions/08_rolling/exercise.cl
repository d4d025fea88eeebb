// out[i] = the largest of in[i - 1], in[i], in[i + 1]; a work-item computes eight of them in a row

kernel void largest_of_three(global const float* in, global float* out, uint n) {
  const uint first = 8 * (uint)get_global_id(0);
  for (uint i = first; i < first + 8 && i < n; ++i) {
    const float left = i > 0 ? in[i - 1] : -INFINITY;
    const float right = i + 1 < n ? in[i + 1] : -INFINITY;
    out[i] = fmax(fmax(left, in[i]), right);
  }
}
