// a * b + a and a / b for halves: with the type half as a number, which needs cl_khr_fp16, and with conversions, which do
// not. Two results for each of n pairs. Both ways round after each operation.
#pragma OPENCL FP_CONTRACT OFF

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void with_half(global const half* a, global const half* b, global half* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const half product = a[i] * b[i];
  out[2 * i] = product + a[i];
  out[2 * i + 1] = a[i] / b[i];
}
#endif

// [twin]
// A float has 24 digits, more than twice the 11 of a half and two: rounded first to float and then to half, a sum, a
// product, a quotient and a root come out as if they had been rounded once.
float round_to_half(float x) {
  ushort bits; // any 16 bits of memory will do
  vstore_half_rte(x, 0, (private half*)&bits);
  return vload_half(0, (private const half*)&bits);
}

kernel void with_float(global const half* a, global const half* b, global half* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const float x = vload_half(i, a), y = vload_half(i, b);
  const float product = round_to_half(x * y);
  vstore_half_rte(product + x, 2 * i, out);
  vstore_half_rte(x / y, 2 * i + 1, out);
}
// [/twin]
