// A recording, filtered in blocks that overlap by half. The lab's --use sound puts transforms of real numbers between these kernels.
//
//   fourier_cut     global size: blocks * length; block b begins at sample (b - 1) * length / 2, so that each sample is in two
//   fourier_gain    global size: blocks * (length / 2 + 1), the numbers of all spectra; X and Y may not be the same buffer
//   fourier_join    global size: samples; adds up the two blocks that a sample is in

// [cut]
// A window that fades in and out: sin^2, whose two halves add up to 1.
kernel void fourier_cut(global const float* sound, global float* blocks, const int samples, const int length) {
  const int g = get_global_id(0), i = g % length, at = (g / length - 1) * (length / 2) + i;
  const float fade = sinpi((float)i / length);
  blocks[g] = at >= 0 && at < samples ? fade * fade * sound[at] : 0.0f;
}
// [/cut]

// [gain]
// What is left of a frequency of f hertz. hum, high, low: 0 leaves this part out.
float gain(const float f, const float hum, const float high, const float low) {
  float g = 1.0f;
  if (hum > 0.0f) { // the mains, and five multiples
    const float nearest = hum * clamp(rint(f / hum), 1.0f, 6.0f);
    g *= smoothstep(3.0f, 6.0f, fabs(f - nearest));
  }
  if (high > 0.0f) { // high pass: half of the power is left at f = high
    const float r = high / fmax(f, 1e-3f), r2 = r * r, r4 = r2 * r2;
    g *= rsqrt(1.0f + r4 * r4);
  }
  if (low > 0.0f) { // low pass
    const float r = f / low, r2 = r * r, r4 = r2 * r2;
    g *= rsqrt(1.0f + r4 * r4);
  }
  return g;
}

// Real and imaginary part with the same factor: a wave becomes weaker, but does not move.
kernel void fourier_gain(global const float2* X, global float2* Y, const int length, const float rate, const float hum,
                         const float high, const float low) {
  const int g = get_global_id(0), k = g % (length / 2 + 1);
  Y[g] = gain(k * rate / length, hum, high, low) * X[g];
}
// [/gain]

// [join]
kernel void fourier_join(global const float* blocks, global float* sound, const int length) {
  const int at = get_global_id(0), half_length = length / 2, b = at / half_length, i = at % half_length;
  sound[at] = blocks[b * length + half_length + i] + blocks[(b + 1) * length + i];
}
// [/join]
