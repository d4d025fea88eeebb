#include "tools/exercise/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace verdict {

// Steps along the list of all floats, counted in 64 bits.
cl_uint distance(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<cl_uint>::max();
  const auto place = [](float x) {
    const std::int64_t size = std::bit_cast<cl_uint>(std::abs(x));
    return std::signbit(x) ? -size : size;
  };
  return static_cast<cl_uint>(std::abs(place(a) - place(b)));
}

} // namespace verdict

EXERCISE_CHECK(bench) {
  using Pairs = std::vector<std::pair<float, float>>;
  const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
  const float largest = std::numeric_limits<float>::max();
  const float tiny = std::numeric_limits<float>::denorm_min();
  const auto text = [](cl_uint distance) {
    return distance == std::numeric_limits<cl_uint>::max() ? "UINT_MAX"
                                                           : fmt::format("{}", distance);
  };
  const auto check = [&](const std::string& where, const Pairs& pairs, cl_uint allowed) {
    std::vector<float> got, want;
    const auto n = static_cast<cl_uint>(pairs.size());
    std::vector<cl_uint> right{0, n, 0};
    for (cl_uint i = 0; i < n; ++i) {
      got.push_back(pairs[i].first);
      want.push_back(pairs[i].second);
      const cl_uint distance = verdict::distance(got[i], want[i]);
      if (distance > allowed) {
        right[1] = right[0]++ == 0 ? i : right[1];
      }
      right[2] = std::max(right[2], distance);
    }
    const cl::Buffer report = bench.input(std::vector<cl_uint>{0, n, 0});
    bench.run("verdict", {pairs.size()}, {64}, bench.input(got), bench.input(want), report, n,
              allowed);
    const std::vector<cl_uint> now = bench.read<cl_uint>(report, 3);
    bench.expect(now[0] == right[0], fmt::format("{}: report[0] counts {} wrong pairs, but {} are.",
                                                 where, now[0], right[0]));
    bench.expect(now[1] == right[1],
                 fmt::format("{}: report[1] is {}, but the first wrong pair is {}{}.", where,
                             now[1], right[1], right[1] == n ? " (none)" : ""));
    bench.expect(now[2] == right[2], fmt::format("{}: report[2] is {}, but the largest distance "
                                                 "is {}.",
                                                 where, text(now[2]), text(right[2])));
  };
  const auto one = [&](const char* where, float got, float want) {
    for (const cl_uint allowed : {0U, 3U})
      check(fmt::format("the pair ({}), {} allowed", where, allowed), {{got, want}}, allowed);
  };
  one("1.0f, 1.0f", 1.0F, 1.0F);
  one("2.0f, the next float", 2.0F, std::nextafter(2.0F, 3.0F));
  one("-2.0f, the next float", -2.0F, std::nextafter(-2.0F, 3.0F));
  one("1e20f, four floats on", 1e20F, std::bit_cast<float>(std::bit_cast<cl_uint>(1e20F) + 4));
  one("0.0f, -0.0f", 0.0F, -0.0F);
  one("the smallest positive float, the largest negative one", tiny, -tiny);
  one("the largest float, INFINITY", largest, infinity);
  one("INFINITY, INFINITY", infinity, infinity);
  one("-INFINITY, INFINITY", -infinity, infinity);
  one("-1.0f, 1.0f", -1.0F, 1.0F);
  one("NAN, 1.0f", nan, 1.0F);
  one("1.0f, NAN", 1.0F, nan);
  one("-NAN, NAN", -nan, nan);
  for (const std::size_t n : bench.sizes({3, 1000, 10007}, {70})) {
    const std::vector<cl_int> steps = bench.random_ints(n, -9, 9);
    const std::vector<float> values = bench.random(n, -5.0F, 5.0F);
    Pairs pairs;
    for (std::size_t i = 0; i < n; ++i)
      pairs.emplace_back(
          std::bit_cast<float>(std::bit_cast<cl_int>(values[i]) + (i > n / 3 ? steps[i] : 0)),
          values[i]);
    for (const cl_uint allowed : {0U, 5U, 9U})
      check(fmt::format("{} pairs, {} allowed", n, allowed), pairs, allowed);
  }
}
