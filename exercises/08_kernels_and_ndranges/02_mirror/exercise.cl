// out = in, mirrored left to right; width x height pixels, row by row.

kernel void mirror(global const float* in, global float* out, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + (width - 1 - x)] = in[y * height + x];
}
