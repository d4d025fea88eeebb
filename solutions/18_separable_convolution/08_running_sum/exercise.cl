// out = the sum of the 2 * RADIUS + 1 pixels around each one, along the rows; beside the picture its nearest pixel counts.
// A work-item for SEGMENT pixels.

kernel void rows(global const float* in, global float* out, int width, int height) {
  const int first = get_global_id(0) * SEGMENT, y = get_global_id(1);
  if (first >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int i = -RADIUS; i <= RADIUS; ++i)
    sum += in[y * width + clamp(first + i, 0, width - 1)];
  out[y * width + first] = sum;
  for (int x = first + 1; x < min(first + SEGMENT, width); ++x) {
    sum += in[y * width + min(x + RADIUS, width - 1)] - in[y * width + max(x - RADIUS - 1, 0)];
    out[y * width + x] = sum;
  }
}
