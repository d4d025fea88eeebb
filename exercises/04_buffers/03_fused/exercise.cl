// out[i] = gain * in[i] + offset

kernel void gain_and_offset(global const float* in, global float* between, global float* out,
                            float gain, float offset, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  between[i] = gain * in[i];
  out[i] = between[i] + offset;
}
