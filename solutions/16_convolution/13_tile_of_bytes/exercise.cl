// A filter of EXTENT x EXTENT weights for red, green and blue; work-groups of SIDE x SIDE.
#define TILE (SIDE + EXTENT - 1)

kernel void filter(global const uchar4* in, constant float* weights, global uchar4* out, int width, int height) {
  local uchar4 tile[TILE][TILE];
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int lx = (int)get_local_id(0), ly = (int)get_local_id(1);
  for (int ty = ly; ty < TILE; ty += SIDE)
    for (int tx = lx; tx < TILE; tx += SIDE) {
      const int px = clamp(x - lx + tx - EXTENT / 2, 0, width - 1);
      const int py = clamp(y - ly + ty - EXTENT / 2, 0, height - 1);
      tile[ty][tx] = in[py * width + px];
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = 0; j < EXTENT; ++j)
    for (int i = 0; i < EXTENT; ++i)
      sum += weights[j * EXTENT + i] * convert_float4(tile[ly + j][lx + i]);
  uchar4 result = convert_uchar4_sat_rte(sum);
  result.w = tile[ly + EXTENT / 2][lx + EXTENT / 2].w;
  out[y * width + x] = result;
}
