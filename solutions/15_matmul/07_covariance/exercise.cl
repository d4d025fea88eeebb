// out[b * dim + a] = the mean of (v[a] - mean[a]) (v[b] - mean[b]) over all vectors v

kernel void covariance(global const float* vectors, global const float* mean, global float* out,
                       uint count, uint dim) {
  const size_t a = get_global_id(0), b = get_global_id(1);
  if (a >= dim || b >= dim)
    return;
  const float mean_a = mean[a], mean_b = mean[b];
  float sum = 0.0f;
  for (uint v = 0; v < count; ++v)
    sum += (vectors[v * dim + a] - mean_a) * (vectors[v * dim + b] - mean_b);
  out[b * dim + a] = sum / count;
}
