// Sums and products of doubles, two results for each of n pairs: with the type double, which needs cl_khr_fp64, and with
// integers of 64 bits, which every device has (but for some of the embedded profile). The bits are the same.
#pragma OPENCL FP_CONTRACT OFF

#ifdef cl_khr_fp64
kernel void with_double(global const double* a, global const double* b, global double* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  out[2 * i] = a[i] + b[i];
  out[2 * i + 1] = a[i] * b[i];
}
#endif

// [parts]
// A double is 1 bit for the sign, 11 for the exponent and 52 for the fraction; a normal number has a 1 before the fraction.
#define FRACTION ((1UL << 52) - 1)
#define SIGN (1UL << 63)
int exponent_of(ulong bits) {
  return (int)(bits >> 52 & 0x7ff);
}
ulong digits_of(ulong bits) {
  return (bits & FRACTION) | 1UL << 52;
}

// Rounds digits with three bits too many to the nearest double, to the even one of two. `digits` is 0, or its highest bit
// is bit 55.
ulong packed(ulong sign, int exponent, ulong digits) {
  if (digits == 0)
    return sign;
  const ulong rest = digits & 7;
  digits >>= 3;
  if (rest > 4 || (rest == 4 && (digits & 1)))
    ++digits; // 2^53 is left when all digits were 1: the addition below carries it into the exponent
  return sign | (((ulong)exponent << 52) + (digits - (1UL << 52)));
}
// [/parts]

// [add]
// Shifts right, and keeps in the last bit whether anything was lost.
ulong shifted(ulong digits, int places) {
  if (places > 60)
    return digits != 0;
  return digits >> places | ((digits & ((1UL << places) - 1)) != 0);
}

ulong add(ulong a, ulong b) { // both normal, or 0; so is the result
  if ((a & ~SIGN) < (b & ~SIGN)) {
    const ulong other = a;
    a = b;
    b = other;
  }
  if ((b & ~SIGN) == 0)
    return (a & ~SIGN) == 0 ? a & b : a; // -0 only from -0 + -0
  int exponent = exponent_of(a);
  ulong digits = digits_of(a) << 3;
  const ulong small = shifted(digits_of(b) << 3, exponent - exponent_of(b));
  digits = (a ^ b) & SIGN ? digits - small : digits + small;
  if (digits >> 56) { // one digit more
    digits = shifted(digits, 1);
    ++exponent;
  }
  while (digits != 0 && !(digits >> 55)) { // digits were lost at the top
    digits <<= 1;
    --exponent;
  }
  return packed(digits ? a & SIGN : 0, exponent, digits);
}
// [/add]

// [multiply]
ulong multiply(ulong a, ulong b) {
  const ulong sign = (a ^ b) & SIGN;
  if ((a & ~SIGN) == 0 || (b & ~SIGN) == 0)
    return sign;
  // 53 times 53 digits make 105 or 106: the upper 64 of them, and whether the rest is 0
  const ulong x = digits_of(a) << 11, y = digits_of(b);
  ulong digits = mul_hi(x, y << 3); // bits 54 and 55 decide
  digits |= (x * (y << 3)) != 0;
  int exponent = exponent_of(a) + exponent_of(b) - 1023;
  if (digits >> 55)
    ++exponent;
  else
    digits <<= 1; // room for one: the last bit was 0 or only says "not 0"
  return packed(sign, exponent, digits);
}
// [/multiply]

kernel void with_integers(global const ulong* a, global const ulong* b, global ulong* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  out[2 * i] = add(a[i], b[i]);
  out[2 * i + 1] = multiply(a[i], b[i]);
}
