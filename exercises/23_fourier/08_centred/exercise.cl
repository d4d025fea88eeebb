// The spectrum X as a picture with frequency 0 in the middle: at (width / 2, height / 2), rounded down

kernel void centred(global const float2* X, global float* picture, int width, int height) {
  const int u = get_global_id(0), v = get_global_id(1);
  if (u >= width || v >= height)
    return;
  const float strength = log(1.0f + length(X[v * width + u]));
  const int x = u, y = v;
  picture[y * width + x] = strength;
}
