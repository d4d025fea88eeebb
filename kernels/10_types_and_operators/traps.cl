// Mistakes that compile (the chapter's --demo).
//
// Data      n: the numbers 0 to 63; out: some ints or floats
// NDRange   left_neighbours: n work-items, any local_size; the others: one work-item
// Memory    a few stores

// [comma]
kernel void comma(global const int* n, global float* out) {
  const float a = n[1], b = n[2], c = n[3], d = n[4];
  float4 wrong = (a, b, c, d); // the comma operator: the value of the last one, for all components
  float4 right = (float4)(a, b, c, d);
  vstore4(wrong, 0, out);
  vstore4(right, 1, out);
}
// [/comma]

// [count]
kernel void count_large(global const int* n, global int* out) {
  const int4 i = vload4(0, n + 1); // (1, 2, 3, 4)
  int4 count = 0;
  count += i > 1; // as one counts with scalars
  out[0] = count.x + count.y + count.z + count.w;
  count = -(i > 1);
  out[1] = count.x + count.y + count.z + count.w;
}
// [/count]

// [mask]
kernel void mask(global const int* n, global int* out) {
  const int4 a = vload4(0, n + 1), b = vload4(0, n + 11), flags = (int4)(n[1]); // true, in C
  vstore4(select(a, b, flags), 0, out);
  vstore4(select(a, b, flags != 0), 1, out);
}
// [/mask]

// [mean]
kernel void mean(global const int* n, global int* out) {
  const uchar4 a = (uchar4)(4 * n[50]), b = (uchar4)(2 * n[50]); // 200 and 100
  vstore4(convert_int4((a + b) / (uchar)2), 0, out);
  vstore4(convert_int4(hadd(a, b)), 1, out);
}
// [/mean]

// [brighten]
kernel void brighten(global const int* n, global int* out) {
  const float4 colour = (float4)(100.0f, 150.0f, 200.0f, 250.0f) * (1 + 0.5f * n[1]);
  vstore4(convert_int4(convert_uchar4(colour)), 0, out);
  vstore4(convert_int4(convert_uchar4_sat_rte(colour)), 1, out);
}
// [/brighten]

// [neighbours]
kernel void left_neighbours(global const int* n, global int* out) {
  const uint x = get_global_id(0);
  out[2 * x] = x - 1 >= 0; // unsigned: always true
  out[2 * x + 1] = x >= 1;
}
// [/neighbours]

// [divide]
kernel void divide(global const int* n, global int* out) {
  out[0] = n[7] / n[0];
  out[1] = n[0] ? n[7] / n[0] : 0;
}
// [/divide]
