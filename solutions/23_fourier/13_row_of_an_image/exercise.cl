// The transform of one row of an image, into a buffer: real part red, imaginary part green

kernel void row_of_image(read_only image2d_t picture, int row, global float2* X) {
  const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  const int n = get_image_width(picture), k = get_global_id(0);
  if (k >= n)
    return;
  float2 sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float2 z = read_imagef(picture, exact, (int2)(i, row)).xy;
    const float angle = 2.0f * (i * k % n) / n;
    const float c = cospi(angle), s = -sinpi(angle);
    sum += (float2)(z.x * c - z.y * s, z.x * s + z.y * c);
  }
  X[k] = sum;
}
