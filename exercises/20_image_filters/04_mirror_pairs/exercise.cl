// The symmetric nearest neighbour mean: of each two pixels on opposite sides, the one that is nearer in colour.
#define PIXEL(x, y) in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]

float difference(float4 a, float4 b) {
  const float4 d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

kernel void snn(global const float4* in, global float4* out, int width, int height, int radius) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float4 centre = PIXEL(x, y);
  float4 sum = 0.0f;
  int count = 0;
  for (int v = -radius; v <= radius; ++v)
    for (int u = -radius; u <= radius; ++u) {
      sum += PIXEL(x + u, y + v);
      ++count;
    }
  sum /= (float)count;
  sum.w = centre.w;
  out[y * width + x] = sum;
}
