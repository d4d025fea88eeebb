// counts[y][x] = the number of living neighbours of cell (x, y); width x height cells, row by row.

kernel void neighbours(global const int* cells, global int* counts, uint width, uint height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= (int)width || y >= (int)height)
    return;
  int count = 0;
  if (x > 0)
    count += cells[y * width + x - 1];
  counts[y * width + x] = count;
}
