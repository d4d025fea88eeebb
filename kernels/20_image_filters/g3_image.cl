// g3: g1 with images.
//
// Changed: the picture is an image, and so is what the first pass leaves to the second.
// Why: the sampler clamps, and a GPU's cache of images is made for neighbours in both directions.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     each pass: 2 * radius + 1 reads of an image, and as many weights, for each pixel
// Stores    columns: one pixel of an image for each; rows: one for each pixel
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D columns         0       0       765             0       0
//   2-D rows            0     153       765             0       0
constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void columns(read_only image2d_t input, const int width, const int height,
                    constant float* weights, const int radius, write_only image2d_t middle) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += weights[radius + j] * read_imagef(input, nearest, (int2)(x, y + j));
  write_imagef(middle, (int2)(x, y), sum);
}

kernel void rows(read_only image2d_t middle, const int width, const int height,
                 constant float* weights, const int radius, global float4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * read_imagef(middle, nearest, (int2)(x + i, y));
  output[y * width + x] = sum;
}
// [/kernel]
