// Is it greater, finite, a number? The relational functions on ordinary and on special numbers.

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace {

const char* const relation_names[] = {
    "isequal",     "isnotequal",    "isgreater", "isgreaterequal", "isless",
    "islessequal", "islessgreater", "isordered", "isunordered",    "isfinite",
    "isinf",       "isnan",         "isnormal",  "signbit"};
constexpr std::size_t relation_count = std::size(relation_names);
constexpr std::size_t subnormal = 8; // its place in the pairs below

// [pairs]
struct Pair {
  float x, y;
};

std::vector<Pair> pairs() {
  using Float = std::numeric_limits<float>;
  const float nan = Float::quiet_NaN(), infinity = Float::infinity();
  return {{1, 2},
          {2, 1},
          {2, 2},
          {0.0F, -0.0F},
          {nan, 1},
          {nan, nan},
          {infinity, 1},
          {1, nan},
          {Float::denorm_min(), 1},
          {-infinity, infinity},
          {-1, -2},
          {-0.0F, 0.0F}};
}

cl_uint expected(float x, float y) {
  const bool bits[] = {x == y,
                       x != y,
                       std::isgreater(x, y),
                       std::isgreaterequal(x, y),
                       std::isless(x, y),
                       std::islessequal(x, y),
                       std::islessgreater(x, y),
                       !std::isunordered(x, y),
                       std::isunordered(x, y),
                       std::isfinite(x),
                       std::isinf(x),
                       std::isnan(x),
                       std::isnormal(x),
                       std::signbit(x)};
  cl_uint word = 0;
  for (std::size_t k = 0; k < relation_count; ++k)
    word |= static_cast<cl_uint>(bits[k]) << k;
  return word;
}
// [/pairs]

void print(const std::vector<Pair>& all, const std::vector<cl_uint>& got) {
  harness::Table table({{"x"}, {"y"}, {"true for x, y"}, {"true for x"}});
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> two, one;
    for (std::size_t k = 0; k < relation_count; ++k)
      if ((got[i] >> k & 1) != 0)
        (k < 9 ? two : one).emplace_back(relation_names[k]);
    table.add({fmt::format("{:.3g}", all[i].x), fmt::format("{:.3g}", all[i].y),
               fmt::format("{}", fmt::join(two, " ")), fmt::format("{}", fmt::join(one, " "))});
  }
  fmt::print("{}", table.text());
}

} // namespace

Json is_it_greater_finite_a_number(const Lab& lab) {
  const auto all = pairs();
  const std::size_t n = all.size();
  std::vector<float> xs, ys;
  for (const Pair& pair : all) {
    xs.push_back(pair.x);
    ys.push_back(pair.y);
  }
  cl::Kernel kernel = lab.kernel("relations", "relations");
  const cl::Buffer x = lab.buffer(xs), y = lab.buffer(ys);
  const cl::Buffer scalar = lab.buffer(std::vector<cl_uint>(n));
  const cl::Buffer truth = lab.buffer(std::vector<cl_int>(n));
  const cl::Buffer picked = lab.buffer(std::vector<cl_uint>(2 * n));
  common::set_args(kernel, x, y, scalar, truth, picked, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto got = lab.read<cl_uint>(scalar), bits = lab.read<cl_uint>(picked);
  const auto vectors = lab.read<cl_int>(truth);
  const bool keeps_subnormals =
      !harness::is_simulator(lab.device) && // Oclgrind's isnormal does not know them
      (lab.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_DENORM) != 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i == subnormal && !keeps_subnormals)
      continue; // it may count as 0
    verify(got[i] == expected(xs[i], ys[i]),
           fmt::format("the relations of {} and {} are those of the host", xs[i], ys[i]));
    const bool less = xs[i] < ys[i];
    verify(vectors[i] == (less ? 1 : 0), "true is 1 for scalars and -1 for vectors");
    verify((bits[i] & 1) == (less ? 1U : 0U), "any is true where one component is");
    verify((bits[i] >> 1 & 1) == 0,
           "all is false where one component is: nothing is less than itself");
    verify((bits[i] >> 2 & 1) == 0, "any looks at the sign bits only: 1 and 2147483647 are false");
    verify((bits[i] >> 3 & 1) == 1, "all looks at the sign bits only: -2147483648 is true");
    verify(bits[n + i] == std::bit_cast<cl_uint>(std::copysign(xs[i], ys[i])) || std::isnan(xs[i]),
           "bitselect takes each bit from one or the other");
  }
  print(all, got);
  fmt::print("  true is 1 for scalars, -1 in vectors; any and all look at sign bits only\n");
  return {{"functions", relation_count}, {"pairs", n}, {"bits", got}};
}
