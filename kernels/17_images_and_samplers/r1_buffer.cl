// r1: resizing from a buffer. One work-item computes one pixel of the output.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     the options of resize.clh
// Loads     for each output: its pixels of the input
// Stores    outputs
#include "resize.clh"

#if !BYTES
#define TO_PIXEL(value) (value)
#elif CHANNELS == 1
#define TO_PIXEL(value) (convert_float(value) / 255.0f)
#else
#define TO_PIXEL(value) (convert_float4(value) / 255.0f)
#endif

// [kernel]
kernel void resize(global const stored* image, const int width, const int height,
                   const int out_width, const int out_height, global stored* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;

  const int left = first_of(x, width, out_width), top = first_of(y, height, out_height);
  const int right = left + count_of(x, width, out_width);
  const int bottom = top + count_of(y, height, out_height);
  pixel sum = 0.0f;
  for (int j = top; j < bottom; ++j) {
    const float down = weight_of(j, y, height, out_height);
    const int row = clamp(j, 0, height - 1);
    for (int i = left; i < right; ++i) {
      const int column = clamp(i, 0, width - 1);
      sum += down * weight_of(i, x, width, out_width) * TO_PIXEL(image[row * width + column]);
    }
  }
  output[y * out_width + x] = FROM_PIXEL(sum);
}
// [/kernel]
