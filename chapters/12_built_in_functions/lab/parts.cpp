// Functions with more than one result: fract, modf, sincos, frexp, remquo, lgamma_r; and those that
// take a float apart.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "functions.hpp"
#include "harness/lab/device.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace {

struct Parts { // the results of one work-item, in the kernel's order
  float fract, fract_whole, modf, modf_whole, sine, cosine, frexp, remainder, lgamma;
  int frexp_exponent, quotient, sign, ilogb, logb, nan_is_nan;
};

Parts part(const std::vector<float>& f, const std::vector<cl_int>& w, std::size_t i,
           std::size_t n) {
  return {f[i],         f[n + i],     f[2 * n + i], f[3 * n + i], f[4 * n + i],
          f[5 * n + i], f[6 * n + i], f[7 * n + i], f[8 * n + i], w[i],
          w[n + i],     w[2 * n + i], w[3 * n + i], w[4 * n + i], w[5 * n + i]};
}

// [exact]
// All of these have one right result, to the last bit. (The sign of lgamma_r too; but not every
// driver gets it right, and so it is counted.)
void check(float x, float y, const Parts& got, bool simulator) {
  const auto claim = [x, y](bool condition, const char* what) {
    if (!condition)
      throw common::Error(fmt::format("{} is wrong for {:.9g}, {:.9g}.", what, x, y));
  };
  float whole;
  int exponent;
  claim(simulator || // Oclgrind's fract is another function
            (got.fract == std::min(x - std::floor(x), 0x1.fffffep-1F) &&
             got.fract_whole == std::floor(x)),
        "fract");
  claim(got.modf == std::modf(x, &whole) && got.modf_whole == whole, "modf");
  claim(got.frexp == std::frexp(x, &exponent) && got.frexp_exponent == exponent, "frexp");
  claim(got.ilogb == std::ilogb(x) && got.logb == std::ilogb(x), "ilogb or logb");
  claim(got.nan_is_nan == 1, "nan");
  const auto quotient = std::lround((static_cast<double>(x) - got.remainder) / y);
  claim(got.remainder == std::remainder(x, y), "the remainder of remquo");
  claim(std::abs(got.quotient) % 128 == std::abs(quotient) % 128 &&
            (got.quotient == 0 || (got.quotient < 0) == (quotient < 0)),
        "the quotient of remquo");
}
// [/exact]

} // namespace

Json what_if_a_function_has_two_results(const Lab& lab) {
  const std::size_t n = 1000;
  const bool simulator = harness::is_simulator(lab.device);
  auto xs = common::random_floats(n, lab.seed, -30.0F, 30.0F);
  const auto ys = common::random_floats(n, lab.seed + 1, 0.5F, 3.0F);
  xs[0] = -1e-10F; // x - floor(x) is rounded to 1, and fract must not be
  xs[1] = -2.75F;
  cl::Kernel kernel = lab.kernel("parts", "parts");
  const cl::Buffer x = lab.buffer(xs), y = lab.buffer(ys);
  const cl::Buffer floats = lab.buffer(std::vector<float>(9 * n, NAN));
  const cl::Buffer wholes = lab.buffer(std::vector<cl_int>(6 * n));
  common::set_args(kernel, x, y, floats, wholes, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto f = lab.read<float>(floats);
  const auto w = lab.read<cl_int>(wholes);
  double sine = 0, cosine = 0, gamma = 0;
  int wrong_signs = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Parts got = part(f, w, i, n);
    check(xs[i], ys[i], got, simulator);
    wrong_signs += got.sign == (std::tgamma(static_cast<double>(xs[i])) < 0 ? -1 : 1) ? 0 : 1;
    sine = std::max(sine, ulp_error(got.sine, std::sin(static_cast<long double>(xs[i]))));
    cosine = std::max(cosine, ulp_error(got.cosine, std::cos(static_cast<long double>(xs[i]))));
    gamma = std::max(gamma, std::abs(got.lgamma - std::lgamma(static_cast<double>(xs[i]))));
  }
  const Parts shown = part(f, w, 1, n);
  fmt::print("  of {}:\n", xs[1]);
  fmt::print("  fract {} above {}; modf {} beyond {}\n", shown.fract, shown.fract_whole, shown.modf,
             shown.modf_whole);
  fmt::print("  frexp {} * 2^{}; ilogb {}; sign of gamma {}\n", shown.frexp, shown.frexp_exponent,
             shown.ilogb, shown.sign);
  fmt::print("  fract({:.3g}) = {:.9g}, less than 1\n", xs[0], f[0]);
  fmt::print("  sincos: {:.2f} and {:.2f} ULP, 4 allowed; lgamma_r: off by {:.1e}, no bound\n",
             sine, cosine, gamma);
  fmt::print("  signs of gamma that are wrong: {} of {}\n", wrong_signs, n);
  verify(sine < 100 && cosine < 100 && gamma < 0.01, "sincos and lgamma_r are right");
  return {{"numbers", n},
          {"fract_of_tiny", f[0]},
          {"sincos_ulp", {sine, cosine}},
          {"lgamma_off", gamma},
          {"wrong_signs", wrong_signs}};
}
