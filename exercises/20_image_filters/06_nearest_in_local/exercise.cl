// The nearer of each two pixels on opposite sides. Groups of SIDE x SIDE, a window of 2 * RADIUS + 1 rows and columns.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

float difference(float4 a, float4 b) {
  const float4 d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

kernel void snn(global const float4* in, global float4* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float4 centre = PIXEL(x, y);
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v)
    for (int u = -RADIUS; u <= (v < 0 ? RADIUS : -1); ++u) {
      const float4 a = PIXEL(x + u, y + v), b = PIXEL(x - u, y - v);
      sum += difference(b, centre) < difference(a, centre) ? b : a;
    }
  sum /= (float)(2 * RADIUS * (RADIUS + 1) + 1);
  sum.w = centre.w;
  out[y * width + x] = sum;
}
