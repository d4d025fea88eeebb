// out[i] = F(x[i]) of chi-squared with k degrees of freedom

kernel void chi_squared(global const float* x, global float* out, int k, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float a = 0.5f * k, z = 0.5f * x[i];
  float term = 1.0f, sum = 1.0f;
  for (int m = 1; m < 300 && term > 1e-8f * sum; ++m) {
    term *= z / (a + m);
    sum += term;
  }
  out[i] = z > 0.0f ? exp(a * log(z) - z - lgamma(a + 1.0f)) * sum : 0.0f;
}
