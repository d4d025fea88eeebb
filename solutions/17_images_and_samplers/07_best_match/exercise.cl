// (largest correlation, number of its template) for each pixel; templates of 3 x 3, mean 0, sum of squares 1

constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void best_match(read_only image2d_t in, constant float* templates, int count,
                       global float2* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(in);
  if (at.x >= size.x || at.y >= size.y)
    return;
  float d[9];
  float mean = 0.0f;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      d[3 * row + column] = read_imagef(in, edge, at + (int2)(column - 1, row - 1)).x;
      mean += d[3 * row + column] / 9.0f;
    }
  float squares = 0.0f;
  for (int i = 0; i < 9; ++i) {
    d[i] -= mean;
    squares += d[i] * d[i];
  }
  float best = -INFINITY;
  int which = 0;
  for (int t = 0; t < count; ++t) {
    float sum = 0.0f;
    for (int i = 0; i < 9; ++i)
      sum += templates[9 * t + i] * d[i];
    const float correlation = squares > 1e-10f ? sum / sqrt(squares) : 0.0f;
    if (correlation > best) {
      best = correlation;
      which = t;
    }
  }
  out[at.y * size.x + at.x] = (float2)(best, which);
}
