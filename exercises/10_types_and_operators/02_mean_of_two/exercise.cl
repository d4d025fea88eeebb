// out = (a + b) / 2 for each byte, rounded down.

kernel void mean(global const uchar4* a, global const uchar4* b, global uchar4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = (a[i] + b[i]) / (uchar4)(2);
}
