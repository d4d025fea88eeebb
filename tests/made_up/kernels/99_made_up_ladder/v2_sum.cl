// out[i] = 3 in[i], as a sum: for the tests of what all ladders have in common. (PER_ITEM changes nothing.)
kernel void triple(global const float* in, global float* out, int n) {
  const int i = get_global_id(0);
  if (i < n)
    out[i] = in[i] + in[i] + in[i];
}
