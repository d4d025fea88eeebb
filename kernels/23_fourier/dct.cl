// The discrete cosine transform of blocks of 8 x 8 pixels, as in JPEG, forward, or inverse with -D INVERSE.
//
// basis   basis[8 k + n] = a(k) cos(pi (2 n + 1) k / 16); a(0) = sqrt(1/8), else 1/2
// global  width x height, multiples of 8; local 8 x 8
//
//   fourier_dct       in, out: width x height numbers
//   fourier_quantise  global size: numbers; divides by a step for each of the 64 frequencies, and rounds
//   fourier_restore   the same, times the step

// [dct]
#ifdef INVERSE
#define FACTOR(k, n) basis[8 * (n) + (k)] // results are pixels, terms are frequencies
#else
#define FACTOR(k, n) basis[8 * (k) + (n)]
#endif

// A group has a block, an item a number: rows first, then columns.
kernel void fourier_dct(global const float* in, global float* out, global const float* basis) {
  local float rows[64];
  const int x = get_local_id(0), y = get_local_id(1), width = get_global_size(0);
  const int at = get_global_id(1) * width + get_global_id(0), row = at - x;
  float sum = 0.0f;
  for (int n = 0; n < 8; ++n)
    sum += FACTOR(x, n) * in[row + n];
  rows[8 * y + x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0.0f;
  for (int n = 0; n < 8; ++n)
    sum += FACTOR(y, n) * rows[8 * n + x];
  out[at] = sum;
}
// [/dct]

// [quantise]
kernel void fourier_quantise(global const float* X, global short* whole, global const float* steps, const int width) {
  const int g = get_global_id(0);
  whole[g] = convert_short_sat_rte(X[g] / steps[g / width % 8 * 8 + g % width % 8]);
}

kernel void fourier_restore(global const short* whole, global float* X, global const float* steps, const int width) {
  const int g = get_global_id(0);
  X[g] = whole[g] * steps[g / width % 8 * 8 + g % width % 8];
}
// [/quantise]
