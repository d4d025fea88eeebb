// p3: p1 reads an image.
//
// Changed: read_imagef() in the place of a load.
// Why: to see what the way through the sampler costs where nothing is read twice.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     one read of the image for each pixel
// Stores    one for each pixel
// Counted at 17x9, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D red_eye         0     153         0             0       0
constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void red_eye(read_only image2d_t input, const int width, const int height,
                    const float threshold, global float4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float4 p = read_imagef(input, nearest, (int2)(x, y));
  const float red = 0.5133333f * p.x, green = p.y, blue = 0.1933333f * p.z;
  const float t = 255.0f * 2.0f * (threshold - 0.4f);
  if (red >= green - t && red >= blue - t)
    p.x = min(255.0f, (green + blue) / (2.0f * 0.5133333f));
  output[y * width + x] = p;
}
// [/kernel]
