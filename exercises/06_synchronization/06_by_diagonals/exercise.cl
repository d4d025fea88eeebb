// cost[cell] = price[cell] + the smaller one of the costs above and to the left, for all cells with row + column = d.
// The field has width x height cells, row by row; work-item k has the cell in row k.

kernel void diagonal(global const int* price, global int* cost, uint d, uint width, uint height) {
  if (get_global_id(0) == 0 && d == 0)
    cost[0] = price[0];
}
