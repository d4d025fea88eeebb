// Every function of mathematics with one result, for the measurement of its error.
//
// Data      xs, ys, zs: n arguments; results: n numbers
// NDRange   1-D, global_size >= n, any local_size
// Memory    3 loads and 1 store of 4 bytes per element
//
// Options   -D NUMBER_acos=0 -D NUMBER_acosh=1 and so on: which number chooses which function
//
// One kernel for all of them: for a compiler a switch is far less work than sixty kernels.

#define FUNCTION(name, call)                                                                       \
  case NUMBER_##name:                                                                              \
    return call;

// [functions]
float value(uint function, float x, float y, float z) {
  switch (function) {
    FUNCTION(acos, acos(x))
    FUNCTION(acosh, acosh(x))
    FUNCTION(acospi, acospi(x))
    FUNCTION(asin, asin(x))
    // [/functions]
    FUNCTION(asinh, asinh(x))
    FUNCTION(asinpi, asinpi(x))
    FUNCTION(atan, atan(x))
    FUNCTION(atan2, atan2(x, y))
    FUNCTION(atan2pi, atan2pi(x, y))
    FUNCTION(atanh, atanh(x))
    FUNCTION(atanpi, atanpi(x))
    FUNCTION(cbrt, cbrt(x))
    FUNCTION(ceil, ceil(x))
    FUNCTION(copysign, copysign(x, y))
    FUNCTION(cos, cos(x))
    FUNCTION(cosh, cosh(x))
    FUNCTION(cospi, cospi(x))
    FUNCTION(divide, x / y)
    FUNCTION(erf, erf(x))
    FUNCTION(erfc, erfc(x))
    FUNCTION(exp, exp(x))
    FUNCTION(exp10, exp10(x))
    FUNCTION(exp2, exp2(x))
    FUNCTION(expm1, expm1(x))
    FUNCTION(fabs, fabs(x))
    FUNCTION(fdim, fdim(x, y))
    FUNCTION(floor, floor(x))
    FUNCTION(fma, fma(x, y, z))
    FUNCTION(fmax, fmax(x, y))
    FUNCTION(fmin, fmin(x, y))
    FUNCTION(fmod, fmod(x, y))
    FUNCTION(hypot, hypot(x, y))
    FUNCTION(ldexp, ldexp(x, (int)y))
    FUNCTION(lgamma, lgamma(x))
    FUNCTION(log, log(x))
    FUNCTION(log10, log10(x))
    FUNCTION(log1p, log1p(x))
    FUNCTION(log2, log2(x))
    FUNCTION(logb, logb(x))
    FUNCTION(mad, mad(x, y, z))
    FUNCTION(maxmag, maxmag(x, y))
    FUNCTION(minmag, minmag(x, y))
    FUNCTION(nextafter, nextafter(x, y))
    FUNCTION(pow, pow(x, y))
    FUNCTION(pown, pown(x, (int)y))
    FUNCTION(powr, powr(x, y))
    FUNCTION(recip, 1.0f / x)
    FUNCTION(remainder, remainder(x, y))
    FUNCTION(rint, rint(x))
    FUNCTION(rootn, rootn(x, (int)y))
    FUNCTION(round, round(x))
    FUNCTION(rsqrt, rsqrt(x))
    FUNCTION(sin, sin(x))
    FUNCTION(sinh, sinh(x))
    FUNCTION(sinpi, sinpi(x))
    FUNCTION(sqrt, sqrt(x))
    FUNCTION(tan, tan(x))
    FUNCTION(tanh, tanh(x))
    FUNCTION(tanpi, tanpi(x))
    FUNCTION(tgamma, tgamma(x))
    FUNCTION(trunc, trunc(x))
  }
  return NAN;
}

kernel void evaluate(global const float* xs, global const float* ys, global const float* zs,
                     global float* results, uint n, uint function) {
  const size_t i = get_global_id(0);
  if (i < n)
    results[i] = value(function, xs[i], ys[i], zs[i]);
}
