// One function in three forms: in full, half_ and native_.
//
// Data      xs, ys: n arguments; results: n sums of `repeat` values at x, x + step, ...
// NDRange   1-D, global_size >= n, any local_size
// Memory    2 loads and 1 store of 4 bytes per element, however large `repeat` is: the rest is arithmetic

#define FORM(name, call)                                                                           \
  kernel void name(global const float* xs, global const float* ys, global float* results, uint n,  \
                   uint repeat, float step) {                                                      \
    const size_t i = get_global_id(0);                                                             \
    if (i >= n)                                                                                    \
      return;                                                                                      \
    float x = xs[i];                                                                               \
    const float y = ys[i];                                                                         \
    float sum = 0.0f;                                                                              \
    for (uint k = 0; k < repeat; ++k, x += step)                                                   \
      sum += call;                                                                                 \
    results[i] = sum;                                                                              \
  }

FORM(cos_full, cos(x))
FORM(cos_half, half_cos(x))
FORM(cos_native, native_cos(x))
FORM(divide_full, x / y)
FORM(divide_half, half_divide(x, y))
FORM(divide_native, native_divide(x, y))
FORM(exp_full, exp(x))
FORM(exp_half, half_exp(x))
FORM(exp_native, native_exp(x))
FORM(exp10_full, exp10(x))
FORM(exp10_half, half_exp10(x))
FORM(exp10_native, native_exp10(x))
FORM(exp2_full, exp2(x))
FORM(exp2_half, half_exp2(x))
FORM(exp2_native, native_exp2(x))
FORM(log_full, log(x))
FORM(log_half, half_log(x))
FORM(log_native, native_log(x))
FORM(log10_full, log10(x))
FORM(log10_half, half_log10(x))
FORM(log10_native, native_log10(x))
FORM(log2_full, log2(x))
FORM(log2_half, half_log2(x))
FORM(log2_native, native_log2(x))
FORM(powr_full, powr(x, y))
FORM(powr_half, half_powr(x, y))
FORM(powr_native, native_powr(x, y))
FORM(recip_full, 1.0f / x)
FORM(recip_half, half_recip(x))
FORM(recip_native, native_recip(x))
FORM(rsqrt_full, rsqrt(x))
FORM(rsqrt_half, half_rsqrt(x))
FORM(rsqrt_native, native_rsqrt(x))
// [forms]
FORM(sin_full, sin(x))
FORM(sin_half, half_sin(x))
FORM(sin_native, native_sin(x))
// [/forms]
FORM(sqrt_full, sqrt(x))
FORM(sqrt_half, half_sqrt(x))
FORM(sqrt_native, native_sqrt(x))
FORM(tan_full, tan(x))
FORM(tan_half, half_tan(x))
FORM(tan_native, native_tan(x))
