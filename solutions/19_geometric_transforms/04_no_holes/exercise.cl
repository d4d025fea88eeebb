// Turns a picture around its middle (cx, cy): forwards, (x, y) goes to
// (cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)).

kernel void turn(global const float* in, global float* out, int width, int height, float c, float s) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float cx = 0.5f * (width - 1), cy = 0.5f * (height - 1);
  const int from_x = (int)floor(cx + c * (x - cx) + s * (y - cy) + 0.5f);
  const int from_y = (int)floor(cy - s * (x - cx) + c * (y - cy) + 0.5f);
  const bool there = from_x >= 0 && from_y >= 0 && from_x < width && from_y < height;
  out[y * width + x] = there ? in[from_y * width + from_x] : 0.0f;
}
