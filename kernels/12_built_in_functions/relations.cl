// Relational functions: what they say of ordinary and of special numbers.
//
// Data      xs, ys: n floats; scalar, vector_bits: one bit for each function and pair; picked: 2 n
// NDRange   1-D, global_size >= n, any local_size
// Memory    2 loads of 4 bytes and 4 stores of 4 bytes per element

#define BIT(number, condition) ((uint)((condition) != 0) << (number))

// [relations]
kernel void relations(global const float* xs, global const float* ys, global uint* scalar,
                      global int* truth, global uint* picked, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = xs[i], y = ys[i];
  scalar[i] = BIT(0, isequal(x, y)) | BIT(1, isnotequal(x, y)) | BIT(2, isgreater(x, y)) |
              BIT(3, isgreaterequal(x, y)) | BIT(4, isless(x, y)) | BIT(5, islessequal(x, y)) |
              BIT(6, islessgreater(x, y)) | BIT(7, isordered(x, y)) | BIT(8, isunordered(x, y)) |
              BIT(9, isfinite(x)) | BIT(10, isinf(x)) | BIT(11, isnan(x)) |
              BIT(12, isnormal(x)) | BIT(13, signbit(x));
  const int4 found = isless((float4)(x), (float4)(y, x, y, x)); // -1 for true, in vectors
  truth[i] = isless(x, y) == 1 && found.x == -1   ? 1
             : isless(x, y) == 0 && found.x == 0 ? 0
                                                 : 1000;
  picked[i] = BIT(0, any(found)) | BIT(1, all(found)) | BIT(2, any((int2)(1, 0x7fffffff))) |
              BIT(3, all((int2)(-1, (int)0x80000000)));
  // The sign bit of y and all others of x: copysign(x, y).
  picked[n + i] = as_uint(bitselect(x, y, as_float(0x80000000u)));
}
// [/relations]
