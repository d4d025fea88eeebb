// The mean of 3 x 3 pixels, with 0 outside. Work-groups of SIDE x SIDE.

kernel void mean(global const float* in, global float* out, int width, int height) {
  local float tile[SIDE + 2][SIDE + 2];
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int lx = (int)get_local_id(0), ly = (int)get_local_id(1);
  for (int ty = ly; ty < SIDE + 2; ty += SIDE)
    for (int tx = lx; tx < SIDE + 2; tx += SIDE) {
      const int px = x - lx + tx - 1, py = y - ly + ty - 1;
      const bool inside = px >= 0 && px < width && py >= 0 && py < height;
      tile[ty][tx] = inside ? in[py * width + px] : 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int row = ly; row < ly + 3; ++row)
    for (int column = lx; column < lx + 3; ++column)
      sum += tile[row][column];
  out[y * width + x] = sum / 9.0f;
}
