// A ring around `centre`, unrolled to a strip.

float pixel(global const float* in, int width, int height, int x, int y) {
  return x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
}

kernel void unroll(global const float* in, int width, int height, float2 centre, float inner, global float* out,
                   int columns, int rows) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= columns || y >= rows)
    return;
  out[y * columns + x] = pixel(in, width, height, x, y);
}
