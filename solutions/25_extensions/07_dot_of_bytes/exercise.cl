// out[i] = the four products of signed bytes of a and unsigned bytes of b, and more[i]; n words each

kernel void dots(global const uint* a, global const uint* b, global const int* more, global int* out,
                 uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  int dot = 0;
  for (int place = 0; place < 4; ++place) {
    const int x = (int)(a[i] << (24 - 8 * place)) >> 24; // down again from the top: keeps the sign
    dot += x * (int)(b[i] >> (8 * place) & 0xff);
  }
  out[i] = add_sat(dot, more[i]);
}
