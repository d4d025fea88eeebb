// out = weighted sums down the columns, with half of a symmetric line of weights: weights[0] is the middle one

kernel void columns(global const float* in, constant float* weights, int radius, global float* out, int width,
                    int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = weights[0] * in[y * width + x];
  // The others are missing.
  out[y * width + x] = sum;
}
