// Three filters of a picture in colour, with any border.

#define border_constant 0 // the colour `outside`
#define border_edge 1     // a a a | a b c d | d d d
#define border_mirror 2   // c b a | a b c d | d c b
#define border_reflect 3  // d c b | a b c d | c b a
#define border_wrap 4     // b c d | a b c d | a b c

constant sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// From 0 to period - 1, also for negative numbers.
int modulo(int at, int period) {
  return (at % period + period) % period;
}

// The column or row of the picture that is seen at this place; -1 if there is none.
int place(int at, int size, int border) {
  if (border == border_edge)
    return clamp(at, 0, size - 1);
  if (border == border_wrap)
    return modulo(at, size);
  if (border == border_mirror) {
    at = modulo(at, 2 * size);
    return at < size ? at : 2 * size - 1 - at;
  }
  if (border == border_reflect) {
    const int period = max(1, 2 * size - 2);
    at = modulo(at, period);
    return at < size ? at : period - at;
  }
  return at >= 0 && at < size ? at : -1;
}

float4 pixel(read_only image2d_t in, int x, int y, int border, float4 outside) {
  const int2 size = get_image_dim(in);
  const int px = place(x, size.x, border), py = place(y, size.y, border);
  return px < 0 || py < 0 ? outside : read_imagef(in, exact, (int2)(px, py));
}

float brightness(read_only image2d_t in, int x, int y, int border, float4 outside) {
  const float4 p = pixel(in, x, y, border, outside);
  return 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}

kernel void weighted(read_only image2d_t in, global float4* out, int border, float4 outside,
                     constant float* weights, int radius) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  float4 sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i)
      sum += weights[(j + radius) * (2 * radius + 1) + i + radius] * pixel(in, x + i, y + j, border, outside);
  out[y * size.x + x] = sum;
}

kernel void median(read_only image2d_t in, global float4* out, int border, float4 outside) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  float4 sorted[9];
  for (int k = 0; k < 9; ++k) {
    float4 rising = pixel(in, x + k % 3 - 1, y + k / 3 - 1, border, outside);
    for (int i = 0; i < k; ++i) { // each channel goes on with the larger number
      const float4 smaller = fmin(sorted[i], rising);
      rising = fmax(sorted[i], rising);
      sorted[i] = smaller;
    }
    sorted[k] = rising;
  }
  out[y * size.x + x] = sorted[4];
}

kernel void edges(read_only image2d_t in, global float4* out, int border, float4 outside) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int2 size = get_image_dim(in);
  if (x >= size.x || y >= size.y)
    return;
  float h = 0.0f, v = 0.0f;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      if (i != 0 || j != 0) {
        const float light = brightness(in, x + i, y + j, border, outside);
        h += (j == 0 ? 2.0f : 1.0f) * i * light;
        v += (i == 0 ? 2.0f : 1.0f) * j * light;
      }
  const float strength = sqrt(h * h + v * v);
  out[y * size.x + x] = (float4)(strength, strength, strength, 1.0f);
}
