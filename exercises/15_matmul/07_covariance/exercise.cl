// out[b * dim + a] = the mean of (v[a] - mean[a]) (v[b] - mean[b]) over all vectors v

kernel void covariance(global const float* vectors, global const float* mean, global float* out,
                       uint count, uint dim) {
  const size_t a = get_global_id(0), b = get_global_id(1);
  if (a < dim && b < dim)
    out[b * dim + a] = mean[a] * mean[b];
}
