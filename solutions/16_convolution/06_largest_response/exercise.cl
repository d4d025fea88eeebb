// the largest response of `count` filters of 3 x 3 weights; out has (width - 2) x (height - 2) numbers

kernel void largest_response(global const float* in, constant float* filters, int count,
                             global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width - 2 || y >= height - 2)
    return;
  float p[9];
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      p[3 * row + column] = in[(y + row) * width + x + column];
  float largest = -INFINITY;
  for (int f = 0; f < count; ++f) {
    float sum = 0.0f;
    for (int i = 0; i < 9; ++i)
      sum += filters[9 * f + i] * p[i];
    largest = fmax(largest, sum);
  }
  out[y * (width - 2) + x] = largest;
}
