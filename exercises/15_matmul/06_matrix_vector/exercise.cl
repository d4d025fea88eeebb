// y = A x, a row for each work-item; A: rows x columns, row by row

kernel void matrix_vector(global const float* a, global const float* x, global float* y,
                          local float* tile, uint rows, uint columns) {
  const uint row = (uint)get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (uint p = 0; p < columns; ++p)
    sum += a[row * columns + p] * x[p];
  y[row] = sum;
}
