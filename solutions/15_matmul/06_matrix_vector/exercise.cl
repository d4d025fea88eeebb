// y = A x, a row for each work-item; A: rows x columns, row by row

kernel void matrix_vector(global const float* a, global const float* x, global float* y,
                          local float* tile, uint rows, uint columns) {
  const uint row = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0), size = (uint)get_local_size(0);
  float sum = 0.0f;
  for (uint first = 0; first < columns; first += size) {
    if (first + l < columns)
      tile[l] = x[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint end = min(size, columns - first);
    if (row < rows)
      for (uint p = 0; p < end; ++p)
        sum += a[row * columns + first + p] * tile[p];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows)
    y[row] = sum;
}
