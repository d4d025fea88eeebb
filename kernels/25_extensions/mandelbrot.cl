// How many steps of z -> z * z + c stay within the circle of radius 2, for the point c of each pixel: in float, in pairs of
// floats, and in double where the device lists cl_khr_fp64.
//
// A work-item computes one pixel; a guard leaves out those beyond the picture. `re` and `im` are the centre of the picture,
// each a pair of floats whose sum is the number; `pixel` is the size of a pixel. `steps` has width * height numbers.
// Each work-item stores one number, and loads none.
// [contract]
#pragma OPENCL FP_CONTRACT OFF // each product is rounded, as on the host
// [/contract]

// [float]
kernel void in_float(global uint* steps, uint width, uint height, float2 re, float2 im, float pixel,
                     uint limit) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  const float x = re.x + ((float)column - (float)(width / 2)) * pixel;
  const float y = im.x + ((float)row - (float)(height / 2)) * pixel;
  float a = 0, b = 0;
  uint n = 0;
  while (n < limit && a * a + b * b <= 4) {
    const float next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    ++n;
  }
  steps[row * width + column] = n;
}
// [/float]

// [pairs]
// The exact sum of two floats: the rounded sum, and what rounding has cut off.
float2 exact_sum(float a, float b) {
  const float sum = a + b, part = sum - a;
  return (float2)(sum, (a - (sum - part)) + (b - part));
}
// The exact product: fma rounds only once, so the difference comes out whole.
float2 exact_product(float a, float b) {
  const float product = a * b;
  return (float2)(product, fma(a, b, -product));
}

float2 add(float2 a, float2 b) {
  const float2 heads = exact_sum(a.x, b.x), tails = exact_sum(a.y, b.y);
  const float2 sum = exact_sum(heads.x, heads.y + tails.x);
  return exact_sum(sum.x, sum.y + tails.y);
}
float2 multiply(float2 a, float2 b) {
  const float2 heads = exact_product(a.x, b.x);
  return exact_sum(heads.x, heads.y + (a.x * b.y + a.y * b.x));
}
// [/pairs]

// [in-pairs]
kernel void in_pairs(global uint* steps, uint width, uint height, float2 re, float2 im, float pixel,
                     uint limit) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  const float2 x = add(re, exact_product((float)column - (float)(width / 2), pixel));
  const float2 y = add(im, exact_product((float)row - (float)(height / 2), pixel));
  float2 a = 0, b = 0;
  uint n = 0;
  while (n < limit) {
    const float2 aa = multiply(a, a), bb = multiply(b, b);
    if (aa.x + bb.x > 4)
      break;
    b = add(2 * multiply(a, b), y);
    a = add(add(aa, -bb), x);
    ++n;
  }
  steps[row * width + column] = n;
}
// [/in-pairs]

// [double]
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable // needed before OpenCL 1.2 only
kernel void in_double(global uint* steps, uint width, uint height, float2 re, float2 im,
                      float pixel, uint limit) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  const double x = (double)re.x + re.y + ((double)column - (double)(width / 2)) * pixel;
  const double y = (double)im.x + im.y + ((double)row - (double)(height / 2)) * pixel;
  double a = 0, b = 0;
  uint n = 0;
  while (n < limit && a * a + b * b <= 4) {
    const double next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    ++n;
  }
  steps[row * width + column] = n;
}
#endif
// [/double]
