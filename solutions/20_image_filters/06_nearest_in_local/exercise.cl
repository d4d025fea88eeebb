// The nearer of each two pixels on opposite sides. Groups of SIDE x SIDE, a window of 2 * RADIUS + 1 rows and columns.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]
#define TILE (SIDE + 2 * RADIUS)

float difference(float4 a, float4 b) {
  const float4 d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

kernel void snn(global const float4* in, global float4* out, int width, int height) {
  local float4 tile[TILE][TILE];
  const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  for (int r = ly; r < TILE; r += SIDE)
    for (int q = lx; q < TILE; q += SIDE)
      tile[r][q] = PIXEL(x - lx - RADIUS + q, y - ly - RADIUS + r);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height)
    return;
  const float4 centre = tile[ly + RADIUS][lx + RADIUS];
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v)
    for (int u = -RADIUS; u <= (v < 0 ? RADIUS : -1); ++u) {
      const float4 a = tile[ly + RADIUS + v][lx + RADIUS + u], b = tile[ly + RADIUS - v][lx + RADIUS - u];
      sum += difference(b, centre) < difference(a, centre) ? b : a;
    }
  sum /= (float)(2 * RADIUS * (RADIUS + 1) + 1);
  sum.w = centre.w;
  out[y * width + x] = sum;
}
