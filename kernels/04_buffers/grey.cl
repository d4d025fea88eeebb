// grey: gives every pixel the grey that is as bright as its colour.
//
// Data      pixels: n pixels, each of four bytes: red, green, blue, alpha
// NDRange   1-D, global_size >= n, any local_size
// Memory    3 loads and 3 stores of 1 byte per pixel; no local memory

kernel void grey(global uchar* pixels, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  // Weights of 54, 183 and 19 parts in 256: the eye sees green best. Integers give the same
  // result on every device.
  const uint sum = 54 * pixels[4 * i] + 183 * pixels[4 * i + 1] + 19 * pixels[4 * i + 2];
  const uchar luma = (uchar)(sum / 256);
  pixels[4 * i + 0] = luma;
  pixels[4 * i + 1] = luma;
  pixels[4 * i + 2] = luma;
}
