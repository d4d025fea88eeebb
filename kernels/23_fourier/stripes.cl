// The kernels of the lesson's program: a fast Fourier transform of a picture of any size, and what is done with its spectrum.
//
// Numbers are complex: a float2 holds the real part in x and the imaginary part in y. number (u, v) of a picture of W x H: v * W + u.

// [times]
// (a + ib)(c + id) = (ac - bd) + i(ad + bc)
float2 times(const float2 a, const float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// e^(sign 2 pi i k/n): a point of the unit circle
float2 circle(const int k, const int n, const float sign) {
  return (float2)(cospi(2.0f * k / n), sign * sinpi(2.0f * k / n));
}
// [/times]

// [dft]
// Along one axis: `n` numbers that are `stride` apart. The definition: a sum of n terms for each result. sign: -1 forward, 1 back.
kernel void dft(global const float2* x, global float2* X, const int n, const int stride,
                const float sign) {
  const int at = get_global_id(0), k = at / stride % n; // result k of the line that begins at...
  const int line = at - k * stride;
  float2 sum = 0.0f;
  for (int i = 0; i < n; ++i)
    sum += times(x[line + i * stride], circle((long)i * k % n, n, sign));
  X[at] = sum;
}
// [/dft]

// [stage]
// One stage of the fast transform: transforms of `done` numbers become transforms of done * radix numbers.
kernel void stage(global const float2* x, global float2* y, const int n, const int stride,
                  const int radix, const int done, const float sign) {
  const int at = get_global_id(0), i = at / stride % n; // this item's result, and its place in the line
  const int line = at - i * stride;
  const int k = i % done, q = i / done % radix;        // number k of a transform that is ready, part q of the new one
  const int first = i / (done * radix) * done + k;     // the first of the `radix` numbers that are added
  float2 sum = 0.0f;
  for (int m = 0; m < radix; ++m)
    sum += times(x[line + (first + m * (n / radix)) * stride],
                 circle((long)m * (k + q * done) % (done * radix), done * radix, sign));
  y[at] = sum;
}
// [/stage]

// [clean]
// A stripe is a single frequency that is far stronger than those around it. Frequency (u, v) is taken out where it, or one of its
// neighbours, exceeds `times_mean` times the mean of a frame around it; the lowest frequencies, the picture itself, stay.
float strength(global const float2* X, const int u, const int v, const int width, const int height) {
  return fast_length(X[(v + height) % height * width + (u + width) % width]); // frequencies are periodic
}

int is_peak(global const float2* X, const int u, const int v, const int width, const int height,
            const float times_mean) {
  float sum = 0.0f;
  for (int d = -4; d <= 4; ++d) // a frame of 9 x 9
    sum += strength(X, u + d, v - 4, width, height) + strength(X, u + d, v + 4, width, height) +
           strength(X, u - 4, v + d, width, height) + strength(X, u + 4, v + d, width, height);
  return strength(X, u, v, width, height) > times_mean * sum / 36.0f;
}

kernel void clean(global const float2* X, global float2* Y, const int width, const int height,
                  const float times_mean, const int lowest) {
  const int u = get_global_id(0), v = get_global_id(1), at = v * width + u;
  const int up = min(u, width - u), down = min(v, height - v); // frequency u and W - u: the same wave
  int out = 0;
  for (int dv = -1; dv <= 1; ++dv)
    for (int du = -1; du <= 1; ++du)
      out |= is_peak(X, u + du, v + dv, width, height, times_mean);
  Y[at] = out && up * up + down * down > lowest * lowest ? (float2)(0.0f) : X[at];
}
// [/clean]

// [draw]
// Brightness grows with the logarithm of the strength, and frequency 0 is in the middle: both halves of both axes change places.
// White frames surround what has been taken out, that is what differs between the spectra X and Y.
kernel void draw(global const float2* X, global const float2* Y, global const float2* shown,
                 global uchar* picture, const int width, const int height) {
  const int u = get_global_id(0), v = get_global_id(1);
  const float s = fast_length(shown[v * width + u]) / (width * height);
  int frame = 0;
  for (int d = -8; d <= 8; ++d)
    for (int side = 0; side < 4; ++side) {
      const int du = side < 2 ? d : 16 * side - 40, dv = side < 2 ? 16 * side - 8 : d;
      const int at = (v + dv + height * 8) % height * width + (u + du + width * 8) % width;
      frame |= X[at].x != Y[at].x;
    }
  const int to = (v + height / 2) % height * width + (u + width / 2) % width;
  picture[to] = frame ? 255 : convert_uchar_sat(255.0f * (log10(s + 1e-6f) + 5.3f) / 4.5f);
}
// [/draw]
