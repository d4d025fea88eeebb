// out[i] = the bits of a[i] / b[i]; n doubles, as their bits

ulong digits_of(ulong bits) {
  return (bits & ((1UL << 52) - 1)) | 1UL << 52;
}

ulong quotient(ulong a, ulong b) {
  const ulong sign = (a ^ b) & (1UL << 63);
  if (a << 1 == 0)
    return sign;
  int exponent = (int)(a >> 52 & 0x7ff) - (int)(b >> 52 & 0x7ff) + 1023;
  ulong rest = digits_of(a), digits = 0;
  const ulong by = digits_of(b);
  if (rest < by) { // the quotient is less than 1
    rest <<= 1;
    --exponent;
  }
  for (uint k = 0; k < 56; ++k) {
    digits <<= 1;
    if (rest >= by) {
      rest -= by;
      digits |= 1;
    }
    rest <<= 1;
  }
  digits |= rest != 0;
  const ulong cut = digits & 7;
  digits >>= 3;
  if (cut > 4 || (cut == 4 && (digits & 1)))
    ++digits;
  return sign | (((ulong)exponent << 52) + (digits - (1UL << 52)));
}

kernel void quotients(global const ulong* a, global const ulong* b, global ulong* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = quotient(a[i], b[i]);
}
