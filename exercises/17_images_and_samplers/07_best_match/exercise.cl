// (largest correlation, number of its template) for each pixel; templates of 3 x 3, mean 0, sum of squares 1

constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void best_match(read_only image2d_t in, constant float* templates, int count,
                       global float2* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(in);
  if (at.x >= size.x || at.y >= size.y)
    return;
  float sum = 0.0f;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      sum += templates[3 * row + column] * read_imagef(in, edge, at + (int2)(column - 1, row - 1)).x;
  out[at.y * size.x + at.x] = (float2)(sum, 0.0f);
}
