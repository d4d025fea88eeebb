// The number of each pixel on Hilbert's curve. The square has (1 << order) pixels in each direction.

kernel void hilbert(global uint* number, uint order) {
  uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  const uint side = 1u << order;
  if (column >= side || row >= side)
    return;
  const uint place = row * side + column;
  uint before = 0;
  for (uint middle = side / 2; middle > 0; middle /= 2) {
    const bool right = column >= middle, bottom = row >= middle;
    const uint quarters = bottom ? (right ? 2 : 1) : (right ? 3 : 0);
    before += quarters * middle * middle;
    if (right)
      column -= middle;
    if (bottom) {
      row -= middle;
    } else {
      const uint old_column = column;
      column = right ? middle - 1 - row : row;
      row = right ? middle - 1 - old_column : old_column;
    }
  }
  number[place] = before;
}
