// The mean of `count` vectors, and their covariance matrix; one work-group.

kernel void covariance(global const float* vectors, global float* means, global float* out,
                       local float* shared_mean, uint count, uint dim) {
  for (uint a = 0; a < dim; ++a) {
    float sum = 0.0f;
    for (uint v = 0; v < count; ++v)
      sum += vectors[v * dim + a];
    means[a] = sum / count;
  }
  for (uint a = 0; a < dim; ++a)
    for (uint b = 0; b < dim; ++b) {
      float sum = 0.0f;
      for (uint v = 0; v < count; ++v)
        sum += (vectors[v * dim + a] - means[a]) * (vectors[v * dim + b] - means[b]);
      out[a * dim + b] = sum / count;
    }
}
