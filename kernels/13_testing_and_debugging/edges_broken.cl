// edges, as in edges.cl, with three mistakes. Its picture looks right.
//
// Data      in, out: width * height floats, row by row
// NDRange   2-D, width x height rounded up to whole work-groups

float at(global const float* in, int x, int y, int width, int height) {
  return in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

kernel void edges(global const float* in, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width - 1 || y > height)
    return;
  float across = 0.0f, down = 0.0f;
  for (int d = -1; d <= 1; ++d) {
    const float weight = 2.0f - d;
    across += weight * (at(in, x + 1, y + d, width, height) - at(in, x - 1, y + d, width, height));
    down += weight * (at(in, x + d, y + 1, width, height) - at(in, x + d, y - 1, width, height));
  }
#ifdef LOOK_X
  if (x == LOOK_X && y == LOOK_Y)
    printf("  printf   column %d, row %d: across %.3f, down %.3f\n", x, y, across, down);
#endif
  out[y * width + x] = sqrt(across * across + down * down);
}
