// count[cell] = how many of the eight neighbours of a cell are 1. The field has width x height cells, row by row; its
// left edge touches the right one, and its top the bottom.

kernel void neighbours(global const int* cells, global int* count, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (uint dy = 0; dy < 3; ++dy)
    for (uint dx = 0; dx < 3; ++dx)
      if (dx != 1 || dy != 1)
        sum += cells[(y + height + dy - 1) % height * width + (x + width + dx - 1) % width];
  count[y * width + x] = sum;
}
