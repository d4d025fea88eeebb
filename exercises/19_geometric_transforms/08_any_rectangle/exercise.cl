// The mean of the pixels in each rectangle, from a table of sums.

kernel void means(global const uint* table, int width, global const int4* rectangles, global float* out, int count) {
  const int n = get_global_id(0);
  if (n >= count)
    return;
  const int4 r = rectangles[n]; // x0, y0, x1, y1
  float sum = 0.0f;
  for (int y = r.y; y < r.w; ++y)
    for (int x = r.x; x < r.z; ++x) {
      global const uint* corner = table + y * (width + 1) + x;
      sum += corner[0] + corner[width + 2] - corner[1] - corner[width + 1];
    }
  out[n] = sum / ((r.z - r.x) * (r.w - r.y));
}
