// c[y][x] = u[x] * v[y]; each work-item computes the rows 4 * get_global_id(1) and the three below.

kernel void outer(global const float* u, global const float* v, global float* c, uint width,
                  uint height) {
  const size_t x = get_global_id(0);
  const size_t first = 4 * get_global_id(1);
  if (x >= width || first >= height)
    return;
  const float mine = u[x];
  for (size_t y = first; y < first + 4 && y < height; ++y)
    c[y * width + x] = mine * v[y];
}
