// The mean of the pixels in each rectangle, from a table of sums.

kernel void means(global const uint* table, int width, global const int4* rectangles, global float* out, int count) {
  const int n = get_global_id(0);
  if (n >= count)
    return;
  const int4 r = rectangles[n]; // x0, y0, x1, y1
  const uint sum = table[r.w * (width + 1) + r.z] - table[r.w * (width + 1) + r.x] -
                   table[r.y * (width + 1) + r.z] + table[r.y * (width + 1) + r.x];
  out[n] = convert_float(sum) / ((r.z - r.x) * (r.w - r.y));
}
