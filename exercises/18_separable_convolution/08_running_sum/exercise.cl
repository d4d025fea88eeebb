// out = the sum of the 2 * RADIUS + 1 pixels around each one, along the rows; beside the picture its nearest pixel counts.
// A work-item for SEGMENT pixels.

kernel void rows(global const float* in, global float* out, int width, int height) {
  const int first = get_global_id(0) * SEGMENT, y = get_global_id(1);
  if (y >= height)
    return;
  for (int x = first; x < min(first + SEGMENT, width); ++x) {
    float sum = 0.0f;
    for (int i = -RADIUS; i <= RADIUS; ++i)
      sum += in[y * width + clamp(x + i, 0, width - 1)];
    out[y * width + x] = sum;
  }
}
