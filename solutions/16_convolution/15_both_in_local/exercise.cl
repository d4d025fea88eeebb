// A filter of EXTENT x EXTENT weights, EXTENT is odd; 0 outside. Work-groups of SIDE x SIDE.
#define TILE (SIDE + EXTENT - 1)

kernel void filter(global const float* in, global const float* weights, global float* out, int width, int height) {
  local float w[EXTENT * EXTENT], tile[TILE][TILE];
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int lx = (int)get_local_id(0), ly = (int)get_local_id(1);
  for (int k = ly * SIDE + lx; k < EXTENT * EXTENT; k += SIDE * SIDE)
    w[k] = weights[k];
  for (int ty = ly; ty < TILE; ty += SIDE)
    for (int tx = lx; tx < TILE; tx += SIDE) {
      const int px = x - lx + tx - EXTENT / 2, py = y - ly + ty - EXTENT / 2;
      const bool inside = px >= 0 && px < width && py >= 0 && py < height;
      tile[ty][tx] = inside ? in[py * width + px] : 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = 0; j < EXTENT; ++j)
    for (int i = 0; i < EXTENT; ++i)
      sum += w[j * EXTENT + i] * tile[ly + j][lx + i];
  out[y * width + x] = sum;
}
