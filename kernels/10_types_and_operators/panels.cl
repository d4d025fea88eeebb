// panels: one picture changed in eight ways. Each way shows a rule of OpenCL C's types.
//
// Data      in: n pixels (red, green, blue, alpha); out: 8 n pixels, one panel after the other
// NDRange   2-D: global_size >= n x 8, any local_size
// Memory    1 load and 1 store of 4 bytes per pixel of each panel

// [change]
uchar4 change(uchar4 p, uint panel) {
  // [wider]
  const int4 brighter = convert_int4(p) * 3 / 2;                // 0 to 382
  const float4 level = (convert_float4(p) - 128) * (1.0f / 32); // -4 to almost 4
  // [/wider]
  switch (panel) {
  // [components]
  case 0:
    return p.yzxw;
  // [/components]
  // [comparison]
  case 1:
    return as_uchar4(p > (uchar4)(127));
  // [/comparison]
  // [range]
  case 2:
    return convert_uchar4(brighter);
  case 3:
    return convert_uchar4_sat(brighter);
  // [/range]
  // [rounding]
  case 4:
    return convert_uchar4_sat(convert_int4_sat_rte(level) * 32 + 128);
  case 5:
    return convert_uchar4_sat(convert_int4_sat_rtz(level) * 32 + 128);
  case 6:
    return convert_uchar4_sat(convert_int4_sat_rtp(level) * 32 + 128);
  default:
    return convert_uchar4_sat(convert_int4_sat_rtn(level) * 32 + 128);
    // [/rounding]
  }
}
// [/change]

// [kernel]
kernel void panels(global const uchar4* in, global uchar4* out, uint n) {
  const size_t i = get_global_id(0), panel = get_global_id(1);
  if (i >= n || panel >= 8)
    return;
  const uchar4 pixel = in[i];
  uchar4 changed = change(pixel, panel);
  changed.w = pixel.w; // alpha stays as it is
  out[panel * n + i] = changed;
}
// [/kernel]
