// One step of time: out[i] = in[i - 1] / 4 + in[i] / 2 + in[i + 1] / 4; the two ends of the rod stay as they are.

kernel void heat_step(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  if (i == 0 || i == n - 1)
    out[i] = in[i];
  else
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
