// Windows whose halves differ by at least `threshold`.

kernel void first_stage(global const uint* table, int width, int height, int side, int threshold,
                        global int* survivors, global int* count) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  survivors[y * width + x] = y * width + x;
}
