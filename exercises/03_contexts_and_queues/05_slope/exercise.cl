// slope = the slopes of the rows first_row to first_row + rows - 1 of a landscape of width x height heights

kernel void slopes(global const int* heights, global int* slope, int width, int height,
                   int first_row, int rows) {
  const int i = get_global_id(0); // the pixel in this strip
  if (i >= width * rows)
    return;
  slope[i] = 0; // your turn
}
