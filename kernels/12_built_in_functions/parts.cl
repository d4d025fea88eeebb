// Functions with more than one result, and those that take a float apart.
//
// Data      xs, ys: n arguments; floats: 9 n results, wholes: 6 n, all results of one function first
// NDRange   1-D, global_size >= n, any local_size
// Memory    2 loads and 15 stores of 4 bytes per element

// [parts]
kernel void parts(global const float* xs, global const float* ys, global float* floats,
                  global int* wholes, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = xs[i], y = ys[i];
  float whole, cosine;
  int exponent, quotient, sign;
  global float* f = floats + i;
  f[0 * n] = fract(x, &whole); // in [0, 1), and whole = floor(x)
  f[1 * n] = whole;
  f[2 * n] = modf(x, &whole); // rounds towards zero, keeps the sign
  f[3 * n] = whole;
  f[4 * n] = sincos(x, &cosine);
  f[5 * n] = cosine;
  f[6 * n] = frexp(x, &exponent);        // x = f * 2^exponent with 0.5 <= |f| < 1
  f[7 * n] = remquo(x, y, &quotient);    // remainder, and the low bits of the quotient
  f[8 * n] = lgamma_r(x, &sign);         // the logarithm of |gamma(x)|, and the sign of gamma(x)
  wholes[0 * n + i] = exponent;
  wholes[1 * n + i] = quotient;
  wholes[2 * n + i] = sign;
  wholes[3 * n + i] = ilogb(x);         // the exponent, as an int
  wholes[4 * n + i] = (int)logb(x);     // and as a float
  wholes[5 * n + i] = isnan(nan(0u));   // nan(code) is a quiet NaN with the code in its bits
}
// [/parts]
