// Turns a picture clockwise by 90 degrees. The output has `height` columns and `width` rows.

kernel void turn(global const float* in, global float* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= height || y >= width)
    return;
  out[y * height + x] = in[x * width + y];
}
