// out[i] = in[i] as a half: the nearest one, ties to even, by integer operations.

ushort to_half(float x) {
  const uint bits = as_uint(x);
  const uint sign = bits >> 16 & 0x8000;        // its place in a half
  const int exponent = (int)(bits >> 23 & 0xff) - 127;
  const uint digits = (bits & 0x7fffff) | 0x800000; // 24 of them, with the hidden one
  return sign | (exponent + 15) << 10 | (digits >> 13 & 0x3ff);
}

kernel void pack(global const float* in, global ushort* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = to_half(in[i]);
}
