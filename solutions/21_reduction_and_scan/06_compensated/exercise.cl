// sums[run] = in[run * length] + ... + in[run * length + length - 1]

kernel void add_up(global const float* in, uint runs, uint length, global float* sums) {
  const uint run = get_global_id(0);
  if (run >= runs)
    return;
  float sum = 0.0f, lost = 0.0f;
  for (uint i = 0; i < length; ++i) {
    const float x = in[run * length + i] - lost;
    const float next = sum + x;
    lost = (next - sum) - x;
    sum = next;
  }
  sums[run] = sum;
}
