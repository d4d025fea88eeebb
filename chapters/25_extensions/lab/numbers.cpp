// Numbers that a device may lack: halves to compute with, and doubles. Each with a twin that gives the same bits.

#include "lab.hpp"

#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <random>

namespace {

// Runs a kernel that makes two results of each pair, and returns them with its time.
template <typename T>
std::vector<T> results_of(const Lab& lab, cl::Kernel kernel, const std::vector<T>& a,
                          const std::vector<T>& b) {
  const cl::Buffer left = lab.buffer(a), right = lab.buffer(b);
  const cl::Buffer out = lab.buffer(std::vector<T>(2 * a.size()));
  common::set_args(kernel, left, right, out, static_cast<cl_uint>(a.size()));
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {64});
  common::launch(lab.queue, kernel, common::round_up(cl::NDRange(a.size()), local), local);
  return lab.read<T>(out);
}

template <typename T>
std::size_t count_equal(const std::vector<T>& got, const std::vector<T>& want) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    equal += got[i] == want[i];
  return equal;
}

// ---- halves: the host has none, so it decodes and rounds by itself ----

double value_of(cl_ushort bits) {
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  const double size =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

// The nearest half, the even one of two: |x| is at most the largest half.
cl_ushort bits_of(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);                                        // |x| < 2^exponent
  const double unit = std::ldexp(1, std::max(exponent - 11, -24)); // the last digit
  const double digits = std::nearbyint(std::abs(x) / unit);
  const double size = digits * unit;
  cl_ushort bits = std::signbit(x) ? 0x8000 : 0;
  if (size == 0)
    return bits;
  std::frexp(size, &exponent);
  if (exponent < -13) // subnormal
    return static_cast<cl_ushort>(bits | static_cast<cl_ushort>(std::ldexp(size, 24)));
  const auto fraction = static_cast<cl_ushort>(std::ldexp(size, 11 - exponent) - 1024);
  return static_cast<cl_ushort>(bits | ((exponent + 14) << 10) | fraction);
}

struct Pairs {
  std::vector<cl_ushort> a, b, want;
};

Pairs pairs_of_halves(const Lab& lab) {
  std::mt19937 random(lab.seed);
  Pairs pairs;
  const std::size_t n = harness::is_simulator(lab.device) ? 500 : 100'000;
  while (pairs.a.size() < n) {
    // Normal numbers between 2^-6 and 2^6: no result leaves the range.
    const auto draw = [&] {
      return static_cast<cl_ushort>((random() & 0x83ff) | (9 + random() % 12) << 10);
    };
    const cl_ushort a = draw(), b = draw();
    const double x = value_of(a), y = value_of(b);
    pairs.a.push_back(a);
    pairs.b.push_back(b);
    pairs.want.push_back(bits_of(value_of(bits_of(x * y)) + x)); // exact in double, then rounded
    pairs.want.push_back(bits_of(x / y));
  }
  return pairs;
}

// [random-doubles]
// Normal numbers of both signs and sizes 2^-40 to 2^40, near ones among them, and zeros.
std::vector<cl_ulong> random_doubles(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<cl_ulong> bits(count);
  for (std::size_t i = 0; i < count; ++i) {
    const cl_ulong exponent = 1023 - 40 + random() % (i % 3 == 0 ? 4 : 81);
    bits[i] = (random() & 0x800f'ffff'ffff'ffff) | exponent << 52;
    if (i % 97 == 0)
      bits[i] &= 0x8000'0000'0000'0000; // 0 or -0
    else if (i % 5 == 0)
      bits[i] &= 0xffff'ffff'f000'0000; // few digits: ties when rounded
  }
  return bits;
}
// [/random-doubles]

} // namespace

std::string prove_half(const Lab& lab) {
  const Pairs pairs = pairs_of_halves(lab);
  const auto got = results_of(lab, lab.kernel("half", "with_half"), pairs.a, pairs.b);
  verify(count_equal(got, pairs.want) == got.size(), "halves are rounded once");
  return fmt::format("{} sums and quotients of halves", got.size());
}

// [half]
Json can_halves_be_had_without_fp16(const Lab& lab) {
  const Pairs pairs = pairs_of_halves(lab);
  const auto twin = results_of(lab, lab.kernel("half", "with_float"), pairs.a, pairs.b);
  const std::size_t right = count_equal(twin, pairs.want);
  fmt::print("  by float and back: {} of {} results are those of exact halves\n", right,
             twin.size());
  verify(right == twin.size(), "the twin has the bits of halves");
  if (!is_listed(lab.device, "cl_khr_fp16")) {
    fmt::print("  with the type half: left out, cl_khr_fp16 is not listed\n");
    return {{"results", twin.size()}, {"right", right}, {"fp16", "not listed"}};
  }
  const auto got = results_of(lab, lab.kernel("half", "with_half"), pairs.a, pairs.b);
  const std::size_t equal = count_equal(got, twin);
  fmt::print("  with the type half: {} of {} have the same bits\n", equal, got.size());
  verify(equal == got.size(), "both ways have the same bits");
  return {{"results", twin.size()}, {"right", right}, {"fp16", equal}};
}
// [/half]

std::string prove_double(const Lab& lab) {
  const auto a = random_doubles(10'000, lab.seed), b = random_doubles(10'000, lab.seed + 1);
  const auto got = results_of(lab, lab.kernel("double", "with_double"), a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = std::bit_cast<double>(a[i]), y = std::bit_cast<double>(b[i]);
    verify(std::bit_cast<double>(got[2 * i]) == x + y &&
               std::bit_cast<double>(got[2 * i + 1]) == x * y,
           "sums and products of doubles are the host's");
  }
  return fmt::format("{} sums and products of doubles", got.size());
}

// [double]
Json can_doubles_be_had_without_fp64(const Lab& lab) {
  const std::size_t n = harness::is_simulator(lab.device) ? 300 : 200'000;
  const auto a = random_doubles(n, lab.seed);
  auto b = random_doubles(n, lab.seed + 1);
  for (std::size_t i = 0; i < n; i += 11) // nearly, or just, -a: digits are lost at the top
    if (a[i] << 1 != 0)
      b[i] = a[i] ^ (1ULL << 63) ^ (i % 3);
  std::vector<cl_ulong> want;
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = std::bit_cast<double>(a[i]), y = std::bit_cast<double>(b[i]);
    want.push_back(std::bit_cast<cl_ulong>(x + y));
    want.push_back(std::bit_cast<cl_ulong>(x * y));
  }
  const auto twin = results_of(lab, lab.kernel("double", "with_integers"), a, b);
  const std::size_t right = count_equal(twin, want);
  fmt::print("  by integers of 64 bits: {} of {} sums and products have the host's bits\n", right,
             twin.size());
  verify(right == twin.size(), "integers can do what doubles do");
  if (!is_listed(lab.device, "cl_khr_fp64")) {
    fmt::print("  with the type double: left out, cl_khr_fp64 is not listed\n");
    return {{"results", twin.size()}, {"right", right}, {"fp64", "not listed"}};
  }
  const auto got = results_of(lab, lab.kernel("double", "with_double"), a, b);
  const std::size_t equal = count_equal(got, twin);
  fmt::print("  with the type double: {} of {} have the same bits\n", equal, got.size());
  verify(equal == got.size(), "both ways have the same bits");
  return {{"results", twin.size()}, {"right", right}, {"fp64", equal}};
}
// [/double]
