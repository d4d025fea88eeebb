#include "functions.hpp"

#include "common/error.hpp"
#include "common/verify.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace {

using Real = long double;

constexpr Real pi = 3.14159265358979323846264338327950288L;
constexpr double rounded = 0.5; // "correctly rounded"
constexpr double none = -1.0;   // no bound

// sin(pi x): the angle is made small before it is multiplied, without an error.
Real sinpi(Real x) {
  Real r = std::remainder(x, 2.0L);
  if (std::abs(r) > 0.5L)
    r = std::copysign(1.0L, r) - r;
  return std::sin(pi * r);
}

Real cospi(Real x) {
  return sinpi(0.5L - std::abs(std::remainder(x, 2.0L)));
}

Real rootn(Real x, Real n) {
  return std::copysign(std::pow(std::abs(x), 1.0L / n), x);
}

Real larger_magnitude(Real x, Real y) {
  if (std::abs(x) == std::abs(y))
    return std::max(x, y);
  return std::abs(x) > std::abs(y) ? x : y;
}

// The next of the floats, not of the long doubles.
Real next_float(Real x, Real y) {
  return std::nextafter(static_cast<float>(x), static_cast<float>(y));
}

constexpr Domain unused{0, 0};
constexpr Domain any{-1e30, 1e30};
constexpr Domain positive{1e-30, 1e30};
constexpr Domain usual{-1000, 1000};
constexpr Domain unit{-1, 1};
constexpr Domain angle{-1e6, 1e6};
constexpr Domain whole{-40, 40, 1, true};
constexpr Domain not_zero{1e-15, 1e15};

#define VALUE [](Real x, Real y, Real z) -> Real
#define UNARY(expression)                                                                          \
  VALUE {                                                                                          \
    return (void)y, (void)z, expression;                                                           \
  }
#define BINARY(expression)                                                                         \
  VALUE {                                                                                          \
    return (void)z, expression;                                                                    \
  }

} // namespace

// [table]
const std::vector<Function>& functions() {
  static const std::vector<Function> table{
      {"acos", 4, unit, unused, unused, UNARY(std::acos(x))},
      {"acosh", 4, {1, 1e30, 1}, unused, unused, UNARY(std::acosh(x))},
      {"acospi", 5, unit, unused, unused, UNARY(std::acos(x) / pi)},
      {"asin", 4, unit, unused, unused, UNARY(std::asin(x))},
      // [/table]
      {"asinh", 4, any, unused, unused, UNARY(std::asinh(x))},
      {"asinpi", 5, unit, unused, unused, UNARY(std::asin(x) / pi)},
      {"atan", 5, any, unused, unused, UNARY(std::atan(x))},
      {"atan2", 6, any, any, unused, BINARY(std::atan2(x, y))},
      {"atan2pi", 6, any, any, unused, BINARY(std::atan2(x, y) / pi)},
      {"atanh", 5, {-0.9999, 0.9999}, unused, unused, UNARY(std::atanh(x))},
      {"atanpi", 5, any, unused, unused, UNARY(std::atan(x) / pi)},
      {"cbrt", 2, any, unused, unused, UNARY(std::cbrt(x))},
      {"ceil", 0, usual, unused, unused, UNARY(std::ceil(x))},
      {"copysign", 0, any, any, unused, BINARY(std::copysign(x, y))},
      {"cos", 4, angle, unused, unused, UNARY(std::cos(x))},
      {"cosh", 4, {-88, 88}, unused, unused, UNARY(std::cosh(x))},
      {"cospi", 4, usual, unused, unused, UNARY(cospi(x))},
      {"divide", 2.5, not_zero, not_zero, unused, BINARY(x / y)},
      {"erf", 16, {-5, 5}, unused, unused, UNARY(std::erf(x))},
      {"erfc", 16, {-5, 9}, unused, unused, UNARY(std::erfc(x))},
      {"exp", 3, {-87, 88}, unused, unused, UNARY(std::exp(x))},
      {"exp10", 3, {-37, 38}, unused, unused, UNARY(std::pow(10.0L, x))},
      {"exp2", 3, {-126, 127}, unused, unused, UNARY(std::exp2(x))},
      {"expm1", 3, {-87, 88}, unused, unused, UNARY(std::expm1(x))},
      {"fabs", 0, any, unused, unused, UNARY(std::abs(x))},
      {"fdim", rounded, usual, usual, unused, BINARY(std::fdim(x, y))},
      {"floor", 0, usual, unused, unused, UNARY(std::floor(x))},
      {"fma", rounded, usual, usual, usual, VALUE{return std::fma(x, y, z);
}
}
, {"fmax", 0, any, any, unused, BINARY(std::fmax(x, y))},
    {"fmin", 0, any, any, unused, BINARY(std::fmin(x, y))},
    {"fmod", 0, usual, not_zero, unused, BINARY(std::fmod(x, y))},
    {"hypot", 4, any, any, unused, BINARY(std::hypot(x, y))},
    {"ldexp", rounded, usual, whole, unused, BINARY(std::ldexp(x, static_cast<int>(y)))},
    {"lgamma", none, {1e-10, 1e6}, unused, unused, UNARY(std::lgamma(x))},
    {"log", 3, positive, unused, unused, UNARY(std::log(x))},
    {"log10", 3, positive, unused, unused, UNARY(std::log10(x))},
    {"log1p", 2, {-0.9999, 1e30}, unused, unused, UNARY(std::log1p(x))},
    {"log2", 3, positive, unused, unused, UNARY(std::log2(x))},
    {"logb", 0, any, unused, unused, UNARY(std::logb(x))},
    // The specification also allows two roundings, of the product and of the sum: no bound here.
    {"mad", none, usual, usual, usual, VALUE{return std::fma(x, y, z);
}
}
, {"maxmag", 0, any, any, unused, BINARY(larger_magnitude(x, y))},
    {"minmag", 0, any, any, unused, BINARY(larger_magnitude(x, y) == x ? y : x)},
    {"nextafter", 0, any, any, unused, BINARY(next_float(x, y))},
    {"pow", 16, {1e-5, 1e5}, {-20, 20}, unused, BINARY(std::pow(x, y))},
    {"pown", 16, {-100, 100}, whole, unused, BINARY(std::pow(x, y))},
    {"powr", 16, {1e-5, 1e5}, {-20, 20}, unused, BINARY(std::pow(x, y))},
    {"recip", 2.5, positive, unused, unused, UNARY(1 / x)},
    {"remainder", 0, usual, not_zero, unused, BINARY(std::remainder(x, y))},
    {"rint", 0, usual, unused, unused, UNARY(std::rint(x))},
    {"rootn", 16, positive, {1, 40, 1, true}, unused, BINARY(rootn(x, y))},
    {"round", 0, usual, unused, unused, UNARY(std::round(x))},
    {"rsqrt", 2, positive, unused, unused, UNARY(1 / std::sqrt(x))},
    {"sin", 4, angle, unused, unused, UNARY(std::sin(x))},
    {"sinh", 4, {-88, 88}, unused, unused, UNARY(std::sinh(x))},
    {"sinpi", 4, usual, unused, unused, UNARY(sinpi(x))},
    {"sqrt", 3, positive, unused, unused, UNARY(std::sqrt(x))},
    {"tan", 5, angle, unused, unused, UNARY(std::tan(x))},
    {"tanh", 5, {-20, 20}, unused, unused, UNARY(std::tanh(x))},
    {"tanpi", 6, usual, unused, unused, UNARY(sinpi(x) / cospi(x))},
    {"tgamma", 16, {1e-10, 35}, unused, unused, UNARY(std::tgamma(x))},
    {"trunc", 0, usual, unused, unused, UNARY(std::trunc(x))},
}
;
return table;
}

const Function& function(const std::string& name) {
  for (const Function& each : functions())
    if (each.name == name)
      return each;
  throw common::Error("there is no function '" + name + "' in the table.");
}

// [arguments]
std::vector<float> arguments(const Domain& domain, std::size_t n, unsigned seed) {
  std::vector<float> values = common::random_floats(n, seed, 0.0F, 1.0F);
  const auto low = domain.low, high = domain.high;
  for (std::size_t i = 0; i < n; ++i) {
    const double random = values[i];
    double value = low + random * (high - low);
    if (i % 2 == 1) { // every magnitude; below zero as well where the domain goes there
      const bool negative = low < 0 && i % 4 == 1;
      const double largest = std::max(negative ? -low : high, domain.least);
      const double smallest = std::max(domain.least, negative ? -high : low);
      value = smallest * std::pow(largest / smallest, random);
      value = negative ? -value : value;
    }
    if (domain.whole)
      value = std::round(value);
    values[i] =
        std::clamp(static_cast<float>(value), static_cast<float>(low), static_cast<float>(high));
  }
  return values;
}
// [/arguments]
