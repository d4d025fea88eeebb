// Shows the input at (X / w, Y / w), with (X, Y, w) = m * (x, y, 1); m has three rows of three numbers.

kernel void warp(global const float* in, global float* out, int width, int height, constant float* m) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float u = m[0] * x + m[1] * y + m[2];
  const float v = m[3] * x + m[4] * y + m[5];
  float result = 0.0f;
  if (u >= -0.5f && v >= -0.5f && u < width - 0.5f && v < height - 0.5f)
    result = in[(int)floor(v + 0.5f) * width + (int)floor(u + 0.5f)];
  out[y * width + x] = result;
}
