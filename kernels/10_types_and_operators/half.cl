// Numbers of 16 bits: stored as half, computed with as float.
//
// Data      unpack: n halfs in, n floats out; pack: n floats in, 5 n halfs out, one rounding mode after
//           the other; scale_...: n values, n a multiple of 4
// NDRange   unpack, pack: n work-items; scale_...: n / 4; any local_size
// Memory    unpack: 2 bytes in, 4 out; pack: 4 in, 10 out; scale_half: 8 in, 8 out; scale_float: 16, 16

// [half]
kernel void unpack(global const half* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = vload_half(i, in);
}

kernel void pack(global const float* in, global half* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  vstore_half(in[i], i, out); // the default is the nearest, ties to even
  vstore_half_rte(in[i], n + i, out);
  vstore_half_rtz(in[i], 2 * n + i, out);
  vstore_half_rtp(in[i], 3 * n + i, out);
  vstore_half_rtn(in[i], 4 * n + i, out);
}
// [/half]

// [scale]
kernel void scale_half(global const half* in, global half* out, uint n) {
  const size_t i = get_global_id(0);
  if (4 * i < n)
    vstore_half4(2 * vload_half4(i, in), i, out);
}

kernel void scale_float(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (4 * i < n)
    vstore4(2 * vload4(i, in), i, out);
}
// [/scale]
