// The integer functions.
//
// Data      as, bs, cs: n numbers; out: 19 n results, all of one function first
// NDRange   1-D, global_size >= n, any local_size
// Memory    integers: 3 loads and 19 stores of 4 bytes per element; tricks: 1 load and 5 stores
// Options   -D T=int -D HALF=short, or -D T=uint -D HALF=ushort

#ifndef T
#define T int
#define HALF short
#endif

// [integers]
kernel void integers(global const T* as, global const T* bs, global const T* cs, global T* out,
                     uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const T a = as[i], b = bs[i], c = cs[i];
  global T* o = out + i;
  o[0 * n] = abs(a);           // unsigned: abs(INT_MIN) is 2147483648
  o[1 * n] = abs_diff(a, b);   // |a - b| without overflow, unsigned
  o[2 * n] = add_sat(a, b);    // stays at the limit
  o[3 * n] = sub_sat(a, b);    //
  o[4 * n] = mad_sat(a, b, c); // a * b + c
  o[5 * n] = hadd(a, b);       // (a + b) >> 1 without overflow
  o[6 * n] = rhadd(a, b);      // (a + b + 1) >> 1
  o[7 * n] = mul_hi(a, b);     // the upper half of the product
  o[8 * n] = mad_hi(a, b, c);  // mul_hi(a, b) + c
  o[9 * n] = mul24(a >> 9, b >> 9);
  o[10 * n] = mad24(a >> 9, b >> 9, c);
  o[11 * n] = rotate(a, b); // to the left; what falls out comes in again
  o[12 * n] = clz(a);       // zeros before the first one bit; 32 for 0
  o[13 * n] = popcount(a);  // one bits
  o[14 * n] = upsample((HALF)a, (ushort)b); // a << 16 | b
  o[15 * n] = min(a, b);
  o[16 * n] = max(a, b);
  o[17 * n] = clamp(a, min(b, c), max(b, c));
  o[18 * n] = bitselect(a, b, c); // bit by bit: of b where c has a one, else of a
}
// [/integers]

// [tricks]
kernel void tricks(global const uint* numbers, global uint* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const uint x = numbers[i];
  global uint* o = out + i;
  o[0 * n] = mul_hi(x, 0xCCCCCCCDu) >> 3;           // x / 10 without a division
  o[1 * n] = 31 - clz(x | 1u);                      // floor(log2(x))
  o[2 * n] = x <= 1 ? 1u : 1u << (32 - clz(x - 1)); // the power of two not below x, up to 2^31
  o[3 * n] = popcount(~x & (x - 1));                // ctz(x) of OpenCL C 2.0
  o[4 * n] = hadd(x, 0xFFFFFFFFu);                  // the mean, where x + y has no room
}
// [/tricks]
