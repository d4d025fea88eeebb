// The strength of edges; width x height pixels, row by row

float pixel(global const float* in, int x, int y, int width, int height) {
  return in[y * width + x];
}

kernel void edge_strength(global const float* in, global float* out, int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = pixel(in, x, y, width, height);
}
