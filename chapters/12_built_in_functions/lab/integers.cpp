// What can integers do beyond + and *? Each function against the host's 64-bit arithmetic.

#include "common/error.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace {

using Wide = std::int64_t; // holds all 32-bit numbers, their sums, and signed products

const char* const names[] = {"abs",   "abs_diff", "add_sat", "sub_sat",  "mad_sat",
                             "hadd",  "rhadd",    "mul_hi",  "mad_hi",   "mul24",
                             "mad24", "rotate",   "clz",     "popcount", "upsample",
                             "min",   "max",      "clamp",   "bitselect"};
constexpr std::size_t count = std::size(names);

// [reference]
// What the functions should give, in their order in integers.cl. T is cl_int or cl_uint.
template <typename T>
std::vector<T> expected(T ta, T tb, T tc) {
  const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  const Wide a = ta, b = tb, c = tc;
  const auto ua = static_cast<cl_uint>(ta), ub = static_cast<cl_uint>(tb),
             uc = static_cast<cl_uint>(tc);
  const auto saturated = [low, high](Wide value) { return std::clamp(value, low, high); };
  // A product of two uints and a third fits in 64 bits without a sign.
  const bool is_signed = low < 0;
  const auto product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
  const Wide upper =
      is_signed ? (a * b) >> 32 : static_cast<Wide>(static_cast<cl_uint>(product >> 32));
  const Wide mad_sat = is_signed ? saturated(a * b + c)
                       : product + static_cast<std::uint64_t>(c) > static_cast<std::uint64_t>(high)
                           ? high
                           : static_cast<Wide>(product) + c;
  const Wide product24 = (a >> 9) * (b >> 9);
  const auto rotation = static_cast<int>(ub % 32);
  const std::vector<Wide> values{a < 0 ? -a : a,
                                 a > b ? a - b : b - a,
                                 saturated(a + b),
                                 saturated(a - b),
                                 mad_sat,
                                 (a + b) >> 1,
                                 (a + b + 1) >> 1,
                                 upper,
                                 upper + c,
                                 product24,
                                 product24 + c,
                                 static_cast<Wide>(std::rotl(ua, rotation)),
                                 std::countl_zero(ua),
                                 std::popcount(ua),
                                 static_cast<Wide>(ua << 16 | (ub & 0xFFFF)),
                                 std::min(a, b),
                                 std::max(a, b),
                                 std::clamp(a, std::min(b, c), std::max(b, c)),
                                 static_cast<Wide>((ua & ~uc) | (ub & uc))};
  std::vector<T> results;
  for (const Wide value : values)
    results.push_back(static_cast<T>(value)); // the lower 32 bits
  return results;
}
// [/reference]

// Runs the kernel for one type on random numbers and on the limits, and compares everything.
template <typename T>
std::size_t check(const Lab& lab, const char* type, const cl::Program& program) {
  constexpr std::size_t n = 1 << 10;
  const auto numbers = [&](unsigned seed) {
    std::vector<T> values;
    for (const cl_uint word : random_words(n, lab.seed + seed))
      values.push_back(static_cast<T>(word));
    const T special[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(),
                         std::numeric_limits<T>::max()};
    for (std::size_t i = 0; i < 125; ++i) // all combinations of three
      values[i] = special[i / (seed == 0 ? 1 : seed == 1 ? 5 : 25) % 5];
    return values;
  };
  const auto as = numbers(0), bs = numbers(1), cs = numbers(2);
  cl::Kernel kernel(program, "integers");
  const cl::Buffer a = lab.buffer(as), b = lab.buffer(bs), c = lab.buffer(cs);
  const cl::Buffer out = lab.buffer(std::vector<T>(count * n));
  common::set_args(kernel, a, b, c, out, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto got = lab.read<T>(out);
  for (std::size_t i = 0; i < n; ++i) {
    const auto want = expected(as[i], bs[i], cs[i]);
    for (std::size_t k = 0; k < count; ++k)
      if (got[k * n + i] != want[k])
        throw common::Error(fmt::format("{} of {}s {}, {}, {} gives {}, and should give {}.",
                                        names[k], type, as[i], bs[i], cs[i], got[k * n + i],
                                        want[k]));
  }
  fmt::print("  {:<4} {} functions, {} triples each: all right\n", type, count, n);
  return count * n;
}

// [tricks]
Json tricks(const Lab& lab, const cl::Program& program) {
  constexpr std::size_t n = 1 << 10;
  auto xs = random_words(n, lab.seed + 7);
  xs[0] = 0;
  xs[1] = 1;
  xs[2] = 640;
  cl::Kernel kernel(program, "tricks");
  const cl::Buffer x = lab.buffer(xs), out = lab.buffer(std::vector<cl_uint>(5 * n));
  common::set_args(kernel, x, out, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto got = lab.read<cl_uint>(out);
  for (std::size_t i = 0; i < n; ++i) {
    const cl_uint v = xs[i];
    verify(got[i] == v / 10, "mul_hi divides by ten");
    verify(got[n + i] == (v == 0 ? 0U : 31U - static_cast<cl_uint>(std::countl_zero(v))),
           "clz gives the binary logarithm");
    verify(v > 1U << 31 || got[2 * n + i] == std::bit_ceil(v), "clz gives the next power of two");
    verify(got[3 * n + i] == static_cast<cl_uint>(std::countr_zero(v)), "popcount counts zeros");
    verify(got[4 * n + i] == (std::uint64_t{v} + 0xFFFFFFFFU) / 2, "hadd does not overflow");
  }
  fmt::print("  of 640: a tenth {}, binary logarithm {}, power of two not below {}, zeros at the "
             "end {}\n",
             got[2], got[n + 2], got[2 * n + 2], got[3 * n + 2]);
  return {{"tenth", got[2]},
          {"log2", got[n + 2]},
          {"power", got[2 * n + 2]},
          {"zeros", got[3 * n + 2]}};
}
// [/tricks]

} // namespace

Json what_can_integers_do(const Lab& lab) {
  const cl::Program with_int = lab.program("integers", "-D T=int -D HALF=short");
  const cl::Program with_uint = lab.program("integers", "-D T=uint -D HALF=ushort");
  const std::size_t compared =
      check<cl_int>(lab, "int", with_int) + check<cl_uint>(lab, "uint", with_uint);
  return {{"functions", count}, {"compared", compared}, {"of_640", tricks(lab, with_uint)}};
}
