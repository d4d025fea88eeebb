// picture[y][x] = 1 at the edge of a work-group, 0 inside; width x height numbers, row by row.

kernel void edges(global int* picture, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const size_t lx = get_local_id(0), ly = get_local_id(1);
  if (x < width && y < height)
    picture[y * width + x] = lx == 0 || ly == 0 || lx + 1 == get_local_size(0) ||
                             ly + 1 == get_local_size(1);
}
