// out = the mean of each pixel and its right neighbour; three floats a pixel

kernel void blur_rows(global const float* in, global float* out, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  for (uint channel = 0; channel < 3; ++channel) {
    const size_t i = 3 * (y * width + x) + channel;
    out[i] = x + 1 < width ? 0.5f * (in[i] + in[i + 1]) : in[i];
  }
}
