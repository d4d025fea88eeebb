// blur: a picture blurred with a row of weights, then with a column of the same weights; the kernels of the lesson's
// program.
//
// `rows` computes a weighted sum of pixels side by side, `columns` one of pixels below each other from what rows has
// written. Beside the picture its nearest pixel counts. `columns` ends with the result: the pixel, moved away from its
// blurred neighbourhood by `amount` times the difference; -1 is the blurred picture, 0 the picture itself.
//
// Data      input, output: width * height pixels of four bytes; middle: as many of four floats; weights: 2 * radius + 1
// NDRange   2-D, at least width x height work-items, any local size
// Loads     for each pixel: rows 2 * radius + 1 pixels and weights; columns as many, and one pixel of the input
// Stores    one pixel

// [rows]
kernel void rows(global const uchar4* input, const int width, const int height, constant float* weights,
                 const int radius, global float4* middle) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * convert_float4(input[y * width + clamp(x + i, 0, width - 1)]);
  middle[y * width + x] = sum;
}
// [/rows]

// [columns]
kernel void columns(global const uchar4* input, global const float4* middle, const int width, const int height,
                    constant float* weights, const int radius, const float amount, global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 blurred = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    blurred += weights[radius + j] * middle[clamp(y + j, 0, height - 1) * width + x];
  const float4 pixel = convert_float4(input[y * width + x]);
  uchar4 result = convert_uchar4_sat_rte(pixel + amount * (pixel - blurred));
  result.w = input[y * width + x].w; // alpha stays what it is
  output[y * width + x] = result;
}
// [/columns]
