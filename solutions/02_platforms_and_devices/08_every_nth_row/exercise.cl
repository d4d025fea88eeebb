// mine = the rows part, part + parts, part + 2 * parts, ... of a picture of width x height pixels, one after the other.
// The pixel in row r and column c is 1000 * r + c.

kernel void every_nth_row(global int* mine, uint width, uint height, uint part, uint parts) {
  const uint i = get_global_id(0);
  const uint row = part + parts * (i / width);
  if (row >= height)
    return;
  mine[i] = 1000 * row + i % width;
}
