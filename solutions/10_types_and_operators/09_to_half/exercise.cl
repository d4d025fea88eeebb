// out[i] = in[i] as a half: the nearest one, ties to even, by integer operations.

ushort to_half(float x) {
  const uint bits = as_uint(x);
  const uint sign = bits >> 16 & 0x8000; // its place in a half
  const uint magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return 0x7e00; // NaN
  if (magnitude >= 0x477ff000)
    return sign | 0x7c00; // 65520 and more: infinity
  const int exponent = (int)(magnitude >> 23) - 127;
  const uint digits = (bits & 0x7fffff) | 0x800000; // 24 of them, with the hidden one
  const bool normal = exponent >= -14;
  const uint lost = normal ? 13 : min(-1 - exponent, 25);
  uint result = digits >> lost;
  if (normal)
    result += (exponent + 14) << 10; // the hidden one adds the last 1 to the exponent
  const uint rest = digits & ((1u << lost) - 1), tie = 1u << (lost - 1);
  if (rest > tie || (rest == tie && (result & 1)))
    ++result; // a carry goes into the exponent, as it should
  return sign | result;
}

kernel void pack(global const float* in, global ushort* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = to_half(in[i]);
}
