// Small programs made of built-in functions: prime numbers, local maxima, common bits, counting, and
// the beta function.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace {

// The sieve of Eratosthenes: another method than the kernel's.
std::vector<cl_uchar> sieve(std::size_t below) {
  std::vector<cl_uchar> prime(below, 1);
  for (std::size_t d = 0; d < below; ++d) {
    if (d < 2)
      prime[d] = 0;
    if (prime[d] != 0)
      for (std::size_t multiple = d * d; multiple < below; multiple += d)
        prime[multiple] = 0;
  }
  return prime;
}

// The largest of a pixel and its neighbours, by the definition.
std::vector<float> maxima(const std::vector<float>& in, int width, int height) {
  std::vector<float> out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float largest = -INFINITY;
      for (int v = std::max(y - 1, 0); v <= std::min(y + 1, height - 1); ++v)
        for (int u = std::max(x - 1, 0); u <= std::min(x + 1, width - 1); ++u)
          if (u == x || v == y) // the cross, not the square
            largest = std::max(largest, in[static_cast<std::size_t>(v * width + u)]);
      out.push_back(largest);
    }
  return out;
}

} // namespace

// [primes]
Json which_numbers_are_prime(const Lab& lab) {
  Json rows = Json::array();
  cl::Kernel kernel = lab.kernel("programs", "primes");
  const auto prime = sieve(1'001'000);
  for (const std::size_t first : {std::size_t{0}, std::size_t{1'000'000}}) {
    constexpr std::size_t n = 1000;
    const cl::Buffer out = lab.buffer(std::vector<cl_uchar>(n, 77));
    kernel.setArg(0, out);
    common::launch(lab.queue, kernel, {n}, common::fit_local_size(lab.device, kernel, {8}), {},
                   {first}); // the offset chooses the numbers
    const auto got = lab.read<cl_uchar>(out);
    const auto begin = prime.begin() + static_cast<std::ptrdiff_t>(first);
    verify(std::equal(got.begin(), got.end(), begin), "the primes are those of the sieve");
    const auto count = std::count(got.begin(), got.end(), 1);
    fmt::print("  {} to {}: {} primes\n", first, first + n - 1, count);
    rows.push_back({{"first", first}, {"primes", count}});
  }
  return {{"rows", rows}};
}
// [/primes]

// [maximum]
Json where_is_the_local_maximum(const Lab& lab) {
  const cl::Kernel kernel = lab.kernel("programs", "local_maximum");
  const auto check = [&](const cl::NDRange& size, int width, int height) {
    const auto in =
        common::random_floats(static_cast<std::size_t>(width * height), lab.seed, -2, -1);
    const cl::Buffer source = lab.buffer(in), out = lab.buffer(std::vector<float>(in.size(), NAN));
    cl::Kernel chosen = kernel;
    common::set_args(chosen, source, out);
    common::launch(lab.queue, chosen, size,
                   size.dimensions() == 1 ? cl::NDRange(1) : cl::NDRange(1, 1));
    const auto got = lab.read<float>(out), want = maxima(in, width, height);
    verify(got == want, "each pixel is the largest of its cross");
    fmt::print("  {}: all right\n", common::range_text(size));
  };
  check({1000}, 1000, 1);
  check({31, 17}, 31, 17);
  check({1, 9}, 1, 9);
  return {{"ranges", {"1000", "31x17", "1x9"}}};
}
// [/maximum]

// [bits]
Json which_word_has_most_bits_in_common(const Lab& lab) {
  constexpr std::size_t count = 20, n = 500;
  const auto words = [&](std::size_t size, unsigned seed) {
    const auto halves = random_words(2 * size, lab.seed + seed);
    std::vector<cl_ulong> values;
    for (std::size_t i = 0; i < size; ++i)
      values.push_back(cl_ulong{halves[2 * i]} << 32 | halves[2 * i + 1]);
    return values;
  };
  const auto references = words(count, 1), queries = words(n, 2);
  cl::Kernel kernel = lab.kernel("programs", "common_bits");
  const cl::Buffer r = lab.buffer(references), q = lab.buffer(queries);
  const cl::Buffer out_most = lab.buffer(std::vector<cl_uint>(n));
  const cl::Buffer out_least = lab.buffer(std::vector<cl_uint>(n));
  common::set_args(kernel, r, static_cast<cl_uint>(count), q, out_most, out_least,
                   static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto most = lab.read<cl_uint>(out_most), least = lab.read<cl_uint>(out_least);
  for (std::size_t i = 0; i < n; ++i) {
    int common = 0, different = 64;
    for (const cl_ulong word : references) {
      common = std::max(common, std::popcount(word & queries[i]));
      different = std::min(different, std::popcount(word ^ queries[i]));
    }
    verify(most[i] == static_cast<cl_uint>(common), "the most common bits are found");
    verify(least[i] == static_cast<cl_uint>(different), "the nearest word is found");
  }
  fmt::print("  {} queries, {} words: the first has {} bits in common with one, and {} bits differ "
             "from the nearest\n",
             n, count, most[0], least[0]);
  return {{"queries", n}, {"words", count}, {"most", most[0]}, {"least", least[0]}};
}
// [/bits]

// [counting]
Json how_many_are_positive(const Lab& lab) {
  const std::size_t n = harness::is_simulator(lab.device) ? 2000 : lab.quick ? 1 << 16 : 1 << 22;
  std::vector<cl_int> numbers, ones;
  for (const cl_uint word : random_words(n, lab.seed)) {
    numbers.push_back(static_cast<cl_int>(word));
    ones.push_back(numbers.back() > 0 ? 1 : 0);
  }
  const auto positive = std::count(ones.begin(), ones.end(), 1);
  const cl::Buffer values = lab.buffer(numbers), zeros_and_ones = lab.buffer(ones);
  const cl::Program program = lab.program("atomics");
  Json rows = Json::array();
  const auto count = [&](const char* name, const cl::Buffer& in, const char* how) {
    cl::Kernel kernel(program, name);
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < (lab.quick ? 2 : 6); ++i) {
      const cl::Buffer counter = lab.buffer(std::vector<cl_int>(1)); // the host sets the 0
      common::set_args(kernel, in, counter, static_cast<cl_uint>(n));
      const double ms = run(lab, kernel, n, 256);
      least = i == 0 ? least : std::min(least, ms); // the first compiles
      verify(lab.read<cl_int>(counter)[0] == positive, "the count is that of the host");
    }
    fmt::print("  {:<42} {:>8}\n", how, harness::duration_text(least));
    rows.push_back({{"kernel", name}, {"how", how}, {"ms", least}});
  };
  count("count", values, "atomic_inc where it is positive");
  if (!lab.quick)
    count("count_ones", zeros_and_ones, "atomic_add of every 0 and 1");
  count("count_local", values, "a local counter, one atomic_add a group");
  fmt::print("  {} of {} are positive\n", positive, n);
  return {{"numbers", n}, {"positive", positive}, {"rows", rows}};
}
// [/counting]

// [beta]
Json which_formula_survives(const Lab& lab) {
  constexpr std::size_t n = 1000;
  const auto xs = common::random_floats(n, lab.seed, 0.1F, 60.0F);
  const auto ys = common::random_floats(n, lab.seed + 1, 0.1F, 4.0F);
  cl::Kernel kernel = lab.kernel("programs", "beta");
  const cl::Buffer x = lab.buffer(xs), y = lab.buffer(ys);
  const cl::Buffer a = lab.buffer(std::vector<float>(n)), b = lab.buffer(std::vector<float>(n));
  common::set_args(kernel, x, y, a, b, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto with_tgamma = lab.read<float>(a), with_lgamma = lab.read<float>(b);
  std::size_t broken = 0;
  double worst_tgamma = 0, worst_lgamma = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double p = xs[i], q = ys[i];
    const double want = std::tgamma(p) * std::tgamma(q) / std::tgamma(p + q);
    const auto off = [want](float got) { return std::abs(got - want) / want; };
    worst_lgamma = std::max(worst_lgamma, off(with_lgamma[i]));
    if (p + q < 34)
      worst_tgamma = std::max(worst_tgamma, off(with_tgamma[i]));
    if (p + q > 36) { // gamma(36) is larger than every float
      ++broken;
      verify(!std::isfinite(with_tgamma[i]) || with_tgamma[i] == 0, "tgamma overflows beyond 35");
    }
  }
  verify(worst_tgamma < 1e-4 && worst_lgamma < 1e-3, "both formulas are right where they hold");
  fmt::print(
      "  gamma(x) gamma(y) / gamma(x + y): off by {:.1e} at most, and useless for {} of {}\n",
      worst_tgamma, broken, n);
  fmt::print("  exp(lgamma(x) + lgamma(y) - lgamma(x + y)): off by {:.1e}, everywhere\n",
             worst_lgamma);
  return {{"numbers", n},
          {"broken", broken},
          {"tgamma_off", worst_tgamma},
          {"lgamma_off", worst_lgamma}};
}
// [/beta]
