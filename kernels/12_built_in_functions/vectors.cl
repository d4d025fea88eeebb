// vload and vstore, and what wide accesses are good for.
//
// Data      every_width: 33 floats for each work-item, in and out; swap_pairs: n pairs of 12 floats;
//           copy_...: n floats; halves: 3 n floats in and out, 4 n halves
// NDRange   1-D: every_width, swap_pairs, halves: global_size >= n; copy_...: exactly n / width; any local_size
// Memory    every_width: 132 bytes in and out; swap_pairs: 48; halves: 18;
//           copy_...: 4 * width

// [every-width]
kernel void every_width(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const size_t base = 33 * i; // odd: float4 wants multiples of 4, vload4 takes any place
  vstore2(vload2(0, in + base).yx, 0, out + base);
  vstore3(vload3(0, in + base + 2).zyx, 0, out + base + 2);
  vstore4(vload4(0, in + base + 5).wzyx, 0, out + base + 5);
  vstore8(vload8(0, in + base + 9).s76543210, 0, out + base + 9);
  vstore16(vload16(0, in + base + 17).sfedcba9876543210, 0, out + base + 17);
}
// [/every-width]

// [swap-pairs]
kernel void swap_pairs(global float* data, uint n) { // a float8 and a float4, n times without gaps
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  global float* pair = data + 12 * i;
  const float8 first = vload8(0, pair);
  const float4 second = vload4(0, pair + 8); // or vload4(2, pair): 2 * 4 floats after it
  vstore4(second, 0, pair);
  vstore8(first, 0, pair + 4);
}
// [/swap-pairs]

// [halves]
kernel void halves(global const float* in, global half* aligned, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  vstorea_half3(vload3(i, in), i, aligned); // the a: aligned, so three take the room of four
  vstore3(vloada_half3(i, aligned), i, out);
}
// [/halves]

// [copies]
#define COPY(width)                                                                                \
  kernel void copy_##width(global const float* in, global float* out) {                            \
    const size_t i = get_global_id(0);                                                             \
    vstore##width(vload##width(i, in), i, out);                                                    \
  }

kernel void copy_1(global const float* in, global float* out) {
  const size_t i = get_global_id(0);
  out[i] = in[i];
}
COPY(2)
COPY(4)
COPY(8)
COPY(16)
// [/copies]

// [pointers]
#define COPY_POINTERS(width)                                                                       \
  kernel void copy_pointers_##width(global const float##width* in, global float##width* out) {     \
    const size_t i = get_global_id(0);                                                             \
    out[i] = in[i]; /* aligned to the whole vector */                                              \
  }

COPY_POINTERS(2)
COPY_POINTERS(4)
COPY_POINTERS(8)
COPY_POINTERS(16)
// [/pointers]
