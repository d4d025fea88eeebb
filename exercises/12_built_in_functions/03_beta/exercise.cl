// out[i] = B(x[i], y[i]) for positive x and y

kernel void beta(global const float* x, global const float* y, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = tgamma(x[i]) * tgamma(y[i]) / tgamma(x[i] + y[i]);
}
