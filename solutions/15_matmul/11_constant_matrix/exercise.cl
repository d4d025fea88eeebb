// c = a b: a has rows x inner numbers, b has inner x columns, columns <= MOST

kernel void product(global const float* a, constant float* b, global float* c, uint rows, uint inner,
                    uint columns) {
  const uint row = (uint)get_global_id(1);
  if (get_global_id(0) > 0 || row >= rows)
    return;
  float sums[MOST];
  for (uint column = 0; column < columns; ++column)
    sums[column] = 0.0f;
  for (uint k = 0; k < inner; ++k) {
    const float a_k = a[row * inner + k];
    for (uint column = 0; column < columns; ++column)
      sums[column] += a_k * b[k * columns + column];
  }
  for (uint column = 0; column < columns; ++column)
    c[row * columns + column] = sums[column];
}
