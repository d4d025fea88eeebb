// The largest value in a window of 2 * RADIUS + 1 rows and columns, from a tile in local memory. Groups of SIDE x SIDE,
// RADIUS <= SIDE.
#define TILE (SIDE + 2 * RADIUS)
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

kernel void largest(global const float* in, global float* out, int width, int height) {
  local float tile[TILE][TILE];
  const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);

  // Each work-item copies its own pixel. Those that are near the edge of the group copy another one, RADIUS further out.
  tile[ly + RADIUS][lx + RADIUS] = PIXEL(x, y);
  const bool left = lx < RADIUS, right = lx >= SIDE - RADIUS, top = ly < RADIUS, bottom = ly >= SIDE - RADIUS;
  if (left)
    tile[ly + RADIUS][lx] = PIXEL(x - RADIUS, y);
  if (right)
    tile[ly + RADIUS][lx + 2 * RADIUS] = PIXEL(x + RADIUS, y);
  if (top)
    tile[ly][lx + RADIUS] = PIXEL(x, y - RADIUS);
  if (bottom)
    tile[ly + 2 * RADIUS][lx + RADIUS] = PIXEL(x, y + RADIUS);
  if (left && top)
    tile[ly][lx] = PIXEL(x - RADIUS, y - RADIUS);
  if (right && top)
    tile[ly][lx + 2 * RADIUS] = PIXEL(x + RADIUS, y - RADIUS);
  if (left && bottom)
    tile[ly + 2 * RADIUS][lx] = PIXEL(x - RADIUS, y + RADIUS);
  if (right && bottom)
    tile[ly + 2 * RADIUS][lx + 2 * RADIUS] = PIXEL(x + RADIUS, y + RADIUS);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height)
    return;
  float most = -INFINITY;
  for (int j = 0; j < 2 * RADIUS + 1; ++j)
    for (int i = 0; i < 2 * RADIUS + 1; ++i)
      most = fmax(most, tile[ly + j][lx + i]);
  out[y * width + x] = most;
}
