// out = R Q; all matrices are n x n, row by row. R is zero below its diagonal.
kernel void rq(global const float* r, global const float* q, global float* out, uint n) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (uint k = row; k < n; ++k)
    sum += r[row * n + k] * q[k * n + column];
  out[row * n + column] = sum;
}
