// out[i] = 3 in[i], for the tests of what all ladders have in common.
kernel void triple(global const float* in, global float* out, int n) {
  const int i = get_global_id(0);
  if (i < n)
    out[i] = 3.0f * in[i];
}
