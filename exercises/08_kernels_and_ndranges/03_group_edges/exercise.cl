// picture[y][x] = 1 at the edge of a work-group, 0 inside; width x height numbers, row by row.

kernel void edges(global int* picture, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    picture[y * width + x] = get_local_id(0) == 0;
}
