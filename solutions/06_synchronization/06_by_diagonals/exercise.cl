// cost[cell] = price[cell] + the smaller one of the costs above and to the left, for all cells with row + column = d.
// The field has width x height cells, row by row; work-item k has the cell in row k.

kernel void diagonal(global const int* price, global int* cost, uint d, uint width, uint height) {
  const uint row = get_global_id(0), column = d - row;
  if (row >= height || row > d || column >= width)
    return;
  const size_t i = (size_t)row * width + column;
  int before = 0;
  if (row > 0 && column > 0)
    before = min(cost[i - width], cost[i - 1]);
  else if (row > 0)
    before = cost[i - width];
  else if (column > 0)
    before = cost[i - 1];
  cost[i] = price[i] + before;
}
