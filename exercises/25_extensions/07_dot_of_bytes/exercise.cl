// out[i] = the four products of signed bytes of a and unsigned bytes of b, and more[i]; n words each

kernel void dots(global const uint* a, global const uint* b, global const int* more, global int* out,
                 uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  int sum = more[i];
  for (uint k = 0; k < 32; k += 8)
    sum += ((a[i] >> k) & 0xff) * ((b[i] >> k) & 0xff);
  out[i] = sum;
}
