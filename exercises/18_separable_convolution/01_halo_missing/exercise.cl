// Weighted sums of 2 * RADIUS + 1 pixels of a row. Work-groups of LINE, 2 * RADIUS <= LINE.

kernel void rows(global const float* in, constant float* weights, global float* out, int width) {
  local float tile[LINE + 2 * RADIUS];
  const int n = get_local_id(0), x = get_global_id(0);

  tile[RADIUS + n] = in[clamp(x, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 2 * RADIUS + 1; ++i)
    sum += weights[i] * tile[n + i];
  out[x] = sum;
}
