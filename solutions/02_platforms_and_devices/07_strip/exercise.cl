// board[i] = the colour of pixel i of the strip: rows first_row to first_row + rows - 1 of the picture.

kernel void strip(global int* board, uint width, uint first_row, uint rows) {
  const uint i = get_global_id(0);
  if (i >= width * rows)
    return;
  const uint column = i % width;
  const uint row = first_row + i / width;
  board[i] = (column / 8 + row / 8) % 2 == 0 ? 255 : 0;
}
