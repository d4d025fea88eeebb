// A blur with 2 * RADIUS + 1 weights for the rows and the same for the columns; outside of the picture all pixels are 0.
// Work-groups of SIDE x SIDE.
#define TILE (SIDE + 2 * RADIUS)

kernel void blur(global const float* in, constant float* weights, global float* out, int width, int height) {
  local float tile[TILE][TILE], sums[TILE][SIDE];
  const int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0), ly = get_local_id(1);

  for (int r = ly; r < TILE; r += SIDE)
    for (int c = lx; c < TILE; c += SIDE) {
      const int px = x - lx + c - RADIUS, py = y - ly + r - RADIUS;
      tile[r][c] = px >= 0 && px < width && py >= 0 && py < height ? in[py * width + px] : 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int r = ly; r < TILE; r += SIDE) {
    float sum = 0.0f;
    for (int i = 0; i < 2 * RADIUS + 1; ++i)
      sum += weights[i] * tile[r][lx + i];
    sums[r][lx] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = 0; j < 2 * RADIUS + 1; ++j)
    sum += weights[j] * sums[ly + j][lx];
  out[y * width + x] = sum;
}
