// c = a b: a has rows x inner numbers, b has inner x columns, columns <= MOST

kernel void product(global const float* a, global const float* b, global float* c, uint rows, uint inner,
                    uint columns) {
  const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  if (column >= columns || row >= rows)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < inner; ++k)
    sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}
