// sums[i] = weights . (in[4 i] ... in[4 i + 3])

kernel void weighted(global const float* in, constant float* weights, global float* sums, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < 4; ++k)
    sum += weights[k] * in[4 * i + k];
  sums[i] = sum;
}
