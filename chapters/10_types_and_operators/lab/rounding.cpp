#include "rounding.hpp"

#include <algorithm>
#include <cmath>

// [integer]
double round_to_integer(double x, Rounding mode) {
  const double below = std::floor(x), above = std::ceil(x); // exact, and equal where x is whole
  switch (mode) {
  case Rounding::rtn:
    return below;
  case Rounding::rtp:
    return above;
  case Rounding::rtz:
    return x < 0 ? above : below;
  case Rounding::rte:
    break;
  }
  if (x - below != above - x)
    return x - below < above - x ? below : above;
  return std::floor(below / 2) * 2 == below ? below : above; // a tie: the even one
}
// [/integer]

double round_to_digits(double x, int digits, int lowest, Rounding mode) {
  if (x == 0 || !std::isfinite(x))
    return x;
  const int last = std::max(std::ilogb(x) - digits + 1, lowest); // the place of the last digit
  return std::ldexp(round_to_integer(std::ldexp(x, -last), mode), last); // scaling is exact
}
