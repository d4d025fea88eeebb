// out = points divided by their lengths; three floats each, packed.

kernel void directions(global const float* points, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (size_t k = 3 * i; k < 3 * i + 3; ++k)
    sum += points[k] * points[k];
  for (size_t k = 3 * i; k < 3 * i + 3; ++k)
    out[k] = points[k] / sqrt(sum);
}
