// edges: how steep a picture is at each pixel (Sobel's filter).
//
// Data      in, out: width * height floats, row by row; beyond the edge of the picture: the nearest pixel
// NDRange   2-D, width x height rounded up to whole work-groups of any size
// Loads     12 for each pixel
// Stores    1 for each pixel

// [at]
float at(global const float* in, int x, int y, int width, int height) {
  return in[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}
// [/at]

// [edges]
kernel void edges(global const float* in, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float across = 0.0f, down = 0.0f;
  for (int d = -1; d <= 1; ++d) {
    const float weight = 2.0f - abs(d); // 1, 2, 1
    across += weight * (at(in, x + 1, y + d, width, height) - at(in, x - 1, y + d, width, height));
    down += weight * (at(in, x + d, y + 1, width, height) - at(in, x + d, y - 1, width, height));
  }
#ifdef LOOK_X
  if (x == LOOK_X && y == LOOK_Y)
    printf("  printf   column %d, row %d: across %.3f, down %.3f\n", x, y, across, down);
#endif
  out[y * width + x] = sqrt(across * across + down * down);
}
// [/edges]
