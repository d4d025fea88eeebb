// c[y][x] = u[x] * v[y]; each work-item computes the rows 4 * get_global_id(1) and the three below.

kernel void outer(global const float* u, global const float* v, global float* c, uint width,
                  uint height) {
  const size_t x = get_global_id(0);
  for (size_t row = 0; row < 4; ++row) {
    const size_t y = 4 * get_global_id(1) + row;
    if (x < width && y < height)
      c[y * width + x] = u[x] * v[y];
  }
}
