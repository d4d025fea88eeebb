// reads: how many pixels a device reads in a nanosecond, by the way of reading and by the places.
//
// Options   WAY: 0 an image by whole numbers, 1 by floats, 2 by floats through a linear sampler, 3 a buffer
//           PLACES: 0 neighbours read neighbours, 1 all read the same pixel, 2 each reads somewhere else
// Data      image, buffer: the same pixels, width x height, powers of two; sums: one for each work-item
// NDRange   2-D, any
// Reads     64 of the image or of the buffer for each work-item
constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// [kernel]
kernel void reads(read_only image2d_t image, global const float* restrict buffer,
                  global float* restrict sums, const int width, const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
#pragma unroll 8
  for (int n = 0; n < 64; ++n) {
#if PLACES == 0
    const int column = x + n % 8, row = y + n / 8;
#elif PLACES == 1
    const int column = n % 8, row = n / 8;
#else
    const int column = x * 37 + n * 11, row = y * 53 + n;
#endif
    const int2 at = (int2)(column & (width - 1), row & (height - 1));
#if WAY == 0
    sum += read_imagef(image, nearest, at).x;
#elif WAY == 1
    sum += read_imagef(image, nearest, convert_float2(at) + 0.5f).x;
#elif WAY == 2 // in the middle of a pixel, so that the mixture is that pixel
    sum += read_imagef(image, linear, convert_float2(at) + 0.5f).x;
#else
    sum += buffer[at.y * width + at.x];
#endif
  }
  sums[y * get_global_size(0) + x] = sum;
}
// [/kernel]
