// counts[y][x] = the number of living neighbours of cell (x, y); width x height cells, row by row.

kernel void neighbours(global const int* cells, global int* counts, uint width, uint height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= (int)width || y >= (int)height)
    return;
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int nx = x + dx, ny = y + dy;
      const bool inside = nx >= 0 && nx < (int)width && ny >= 0 && ny < (int)height;
      if (inside && (dx != 0 || dy != 0))
        count += cells[ny * width + nx];
    }
  counts[y * width + x] = count;
}
