// The weights of `count` Gabor filters with 2 * radius + 1 rows and columns, one after the other, row by row
kernel void gabor(global float* weights, int count, int radius, float wavelength, float phase, float sigma,
                  float gamma) {
  const int column = get_global_id(0), row = get_global_id(1), f = get_global_id(2);
  const int side = 2 * radius + 1;
  if (column >= side || row >= side || f >= count)
    return;
  const float x = column - radius, y = row - radius;
  const float bell = exp(-(x * x + gamma * gamma * y * y) / (2.0f * sigma * sigma));
  weights[(f * side + row) * side + column] = bell;
}
