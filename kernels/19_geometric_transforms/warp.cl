// warp: each output pixel asks a matrix where it comes from; the kernel of the lesson's program.
//
// The matrix has three rows of three numbers. Pixel (x, y) of the output shows the input at (X / w, Y / w), where
// (X, Y, w) is the matrix times (x, y, 1). There it mixes four pixels. What lies outside of the input, and all places at
// or behind the horizon (w <= 0), have the colour of the background.
//
// Data      input, output: four bytes for each pixel; m: nine floats
// NDRange   2-D, at least the output's width x height work-items, any local size
// Loads     nine numbers of the matrix; four pixels, less those outside
// Stores    one pixel

// [pixel]
float4 pixel_at(global const uchar4* input, const int width, const int height, const int x, const int y,
                const uchar4 background) {
  const bool there = x >= 0 && y >= 0 && x < width && y < height;
  return convert_float4(there ? input[y * width + x] : background);
}
// [/pixel]

// [kernel]
kernel void warp(global const uchar4* input, const int width, const int height, constant float* m,
                 const uchar4 background, global uchar4* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float w = m[6] * x + m[7] * y + m[8];
  const float u = (m[0] * x + m[1] * y + m[2]) / w;
  const float v = (m[3] * x + m[4] * y + m[5]) / w;
  uchar4 result = background;
  if (w > 0.0f && u > -1.0f && v > -1.0f && u < width && v < height) {
    const int left = (int)floor(u), top = (int)floor(v);
    const float a = u - left, b = v - top; // how far between the pixels
    const float4 above = mix(pixel_at(input, width, height, left, top, background),
                             pixel_at(input, width, height, left + 1, top, background), a);
    const float4 below = mix(pixel_at(input, width, height, left, top + 1, background),
                             pixel_at(input, width, height, left + 1, top + 1, background), a);
    result = convert_uchar4_sat_rte(mix(above, below, b));
  }
  output[y * out_width + x] = result;
}
// [/kernel]
