// A filter of EXTENT x EXTENT weights for red, green and blue; work-groups of SIDE x SIDE.

kernel void filter(global const uchar4* in, constant float* weights, global uchar4* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = 0; j < EXTENT; ++j)
    for (int i = 0; i < EXTENT; ++i) {
      const int px = clamp(x + i - EXTENT / 2, 0, width - 1), py = clamp(y + j - EXTENT / 2, 0, height - 1);
      sum += weights[j * EXTENT + i] * convert_float4(in[py * width + px]);
    }
  uchar4 result = convert_uchar4_sat_rte(sum);
  result.w = in[y * width + x].w;
  out[y * width + x] = result;
}
