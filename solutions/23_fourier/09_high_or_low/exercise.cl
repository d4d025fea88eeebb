// Keeps the frequencies up to `limit` (low = 1), or those above it (low = 0): each a part of the highest one, in each axis

float part(int i, int n) { // 0 for frequency 0, 1 for the highest one
  return 2.0f * min(i, n - i) / n;
}

kernel void pass(global const float2* X, global float2* Y, int width, int height, float limit, int low) {
  const int u = get_global_id(0), v = get_global_id(1);
  if (u >= width || v >= height)
    return;
  const int is_low = part(u, width) <= limit && part(v, height) <= limit;
  Y[v * width + u] = is_low == low ? X[v * width + u] : (float2)(0.0f);
}
