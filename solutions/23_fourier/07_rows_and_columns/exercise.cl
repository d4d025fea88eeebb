// Axis 0: X gets the transforms of all rows of a picture; axis 1: those of all columns. A work-item for each result

kernel void along(global const float2* picture, global float2* X, int width, int height, int axis) {
  const int u = get_global_id(0), v = get_global_id(1);
  if (u >= width || v >= height)
    return;
  const int n = axis == 0 ? width : height, k = axis == 0 ? u : v;
  const int first = axis == 0 ? v * width : u, step = axis == 0 ? 1 : width;
  float2 sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float angle = 2.0f * (i * k % n) / n;
    const float2 z = picture[first + i * step];
    const float c = cospi(angle), s = -sinpi(angle);
    sum += (float2)(z.x * c - z.y * s, z.x * s + z.y * c);
  }
  X[v * width + u] = sum;
}
