// Lists of expressions, each evaluated on the device: their values and their sizes.
//
// A list is a file that two compilers read. Here its lines become code; the host makes a table of the
// same lines (chapters/10_types_and_operators/lab/lists.cpp) and compares.
//
//   DO(statements)                       is done
//   SHOW(n, expression, bytes, result)   the expression has n components; the host expects the result
//
// Data      n: the numbers 0 to 63, so that the compiler cannot work anything out beforehand
//           values: 16 longs for each SHOW of the list; sizes: one uint each
// NDRange   one work-item
// Memory    a store of values and one of 4 bytes for each SHOW

// [macros]
#define DO(statements) statements
#define SHOW(n, expression, bytes, result) \
  STORE_##n(expression);                   \
  sizes[row++] = sizeof(expression);
// [/macros]

#define STORE_1(x) values[16 * row] = (x)
#define STORE_2(x) vstore2(convert_long2(x), 0, values + 16 * row)
#define STORE_3(x) vstore3(convert_long3(x), 0, values + 16 * row)
#define STORE_4(x) vstore4(convert_long4(x), 0, values + 16 * row)
#define STORE_8(x) vstore8(convert_long8(x), 0, values + 16 * row)
#define STORE_16(x) vstore16(convert_long16(x), 0, values + 16 * row)

// [vectors]
kernel void vectors(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
  const int2 pair = vload2(0, n + 1); // (1, 2)
  const int4 i = vload4(0, n + 1);    // (1, 2, 3, 4)
  const int16 all = vload16(0, n);    // (0, 1, 2 ... 15)
#include "vectors.clh"
}
// [/vectors]

kernel void operators(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
  const int one = n[1];
  const int4 i = vload4(0, n + 1);            // (1, 2, 3, 4)
  const int4 j = vload4(0, n + 6).wzyx;       // (9, 8, 7, 6)
  const float4 f = convert_float4(i);         // (1, 2, 3, 4)
  const uchar4 bytes = convert_uchar4(i);     // (1, 2, 3, 4)
  const long2 longs = convert_long2(i.xy);    // (1, 2)
#include "operators.clh"
}

kernel void arithmetic(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
  const int one = n[1], seven = n[7];
  const uint unsigned_one = one;
  const float zero = n[0];
  const uchar a = n[50] * 4, b = n[50] * 2; // 200 and 100
#include "arithmetic.clh"
}

kernel void choose(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
  const int one = n[1];
  const int4 i = vload4(0, n + 1);      // (1, 2, 3, 4)
  const int4 j = vload4(0, n + 6).wzyx; // (9, 8, 7, 6)
  const int4 ones = (int4)(one);
#include "choose.clh"
}

kernel void bits(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
  const float one = n[1], two = n[2];
  const int pixel = n[1] * 0x00ff00ff;
#include "bits.clh"
}

kernel void flow(global const int* n, global long* values, global uint* sizes) {
  uint row = 0;
#include "flow.clh"
}
