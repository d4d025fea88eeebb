// slope = the slopes of the rows first_row to first_row + rows - 1 of a landscape of width x height heights

kernel void slopes(global const int* heights, global int* slope, int width, int height,
                   int first_row, int rows) {
  const int i = get_global_id(0);
  if (i >= width * rows)
    return;
  const int x = i % width, row = i / width;
  global const int* here = heights + first_row * width + i;
  const int left = x > 0 ? here[-1] : here[0];
  const int right = x < width - 1 ? here[1] : here[0];
  const int above = row > 0 ? here[-width] : here[0];
  const int below = row < rows - 1 ? here[width] : here[0];
  slope[i] = right - left + below - above;
}
