// A ring around `centre`, unrolled to a strip.

float pixel(global const float* in, int width, int height, int x, int y) {
  return x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
}

kernel void unroll(global const float* in, int width, int height, float2 centre, float inner, global float* out,
                   int columns, int rows) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= columns || y >= rows)
    return;
  const float angle = 2.0f * M_PI_F * x / columns, radius = inner + y;
  const float u = centre.x + radius * cos(angle), v = centre.y + radius * sin(angle);
  const int left = (int)floor(u), top = (int)floor(v);
  const float a = u - left, b = v - top;
  const float above = mix(pixel(in, width, height, left, top), pixel(in, width, height, left + 1, top), a);
  const float below = mix(pixel(in, width, height, left, top + 1), pixel(in, width, height, left + 1, top + 1), a);
  out[y * columns + x] = mix(above, below, b);
}
