// Windows whose halves differ by at least `threshold`.

kernel void first_stage(global const uint* table, int width, int height, int side, int threshold,
                        global int* survivors, global int* count) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x + side > width || y + side > height)
    return;
  global const uint* top = table + y * (width + 1) + x;
  global const uint* bottom = top + side * (width + 1);
  const uint middle = bottom[side / 2] - top[side / 2];
  const int left = middle - (bottom[0] - top[0]);
  const int right = (bottom[side] - top[side]) - middle;
  if (abs(left - right) >= threshold)
    survivors[atomic_inc(count)] = y * width + x;
}
