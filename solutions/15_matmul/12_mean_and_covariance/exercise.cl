// The mean of `count` vectors, and their covariance matrix; one work-group.

kernel void covariance(global const float* vectors, global float* means, global float* out,
                       local float* shared_mean, uint count, uint dim) {
  const uint l = (uint)get_local_id(0), size = (uint)get_local_size(0);
  for (uint a = l; a < dim; a += size) {
    float sum = 0.0f;
    for (uint v = 0; v < count; ++v)
      sum += vectors[v * dim + a];
    shared_mean[a] = sum / count;
    means[a] = shared_mean[a];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint p = l; p < dim * dim; p += size) {
    const uint a = p / dim, b = p % dim;
    if (a < b)
      continue;
    float sum = 0.0f;
    for (uint v = 0; v < count; ++v)
      sum += (vectors[v * dim + a] - shared_mean[a]) * (vectors[v * dim + b] - shared_mean[b]);
    out[a * dim + b] = sum / count;
    out[b * dim + a] = sum / count;
  }
}
