// next_cells: one step of a cellular automaton. Each cell has one of `colours` colours, 0 to colours - 1. A cell takes
// the next colour if one of its four neighbours has it already. The next one after the last colour is 0.
//
// Data      now, next: size * size cells, row by row, one byte each. The field has no border: its left edge
//           touches the right one, and its top the bottom.
// NDRange   2-D, at least size x size work-items, any local_size
// Memory    5 loads (fewer if an early neighbour decides) and 1 store of 1 byte per cell

kernel void next_cells(global const uchar* now, global uchar* next, uint size, uint colours) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= size || y >= size)
    return;
  const size_t left = (x + size - 1) % size, right = (x + 1) % size;
  const size_t up = (y + size - 1) % size, down = (y + 1) % size;
  const uchar mine = now[y * size + x], follower = (mine + 1) % colours;
  const bool taken = now[y * size + left] == follower || now[y * size + right] == follower ||
                     now[up * size + x] == follower || now[down * size + x] == follower;
  next[y * size + x] = taken ? follower : mine;
}
