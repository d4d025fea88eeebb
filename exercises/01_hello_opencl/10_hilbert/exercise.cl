// The number of each pixel on Hilbert's curve. The square has (1 << order) pixels in each direction.

kernel void hilbert(global uint* number, uint order) {
  const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  const uint side = 1u << order;
  if (column < side && row < side)
    number[row * side + column] = row * side + column;
}
