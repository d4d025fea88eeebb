#include "common/verify.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <random>

namespace common {
namespace {

// [value-passes]
bool value_passes(double got, double want, const Tolerance& tolerance) {
  if (!std::isfinite(want))
    return tolerance.match_nonfinite && (std::isnan(want) ? std::isnan(got) : got == want);
  // Written so that NaN fails: every comparison with NaN is false.
  return std::isfinite(got) &&
         std::abs(got - want) <= tolerance.absolute + tolerance.relative * std::abs(want);
}
// [/value-passes]

// [compare]
template <typename Got, typename Want>
Comparison compare_values(std::span<const Got> got, std::span<const Want> want,
                          const Tolerance& tolerance) {
  Comparison result;
  if (got.size() != want.size())
    result.problem = fmt::format("lengths differ: got {} values, want {}", got.size(), want.size());
  else if (got.empty())
    result.problem = "nothing was compared: both sides are empty";
  if (!result.problem.empty())
    return result;
  double worst_error = -1.0, squares = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto g = static_cast<double>(got[i]);
    const auto w = static_cast<double>(want[i]);
    ++result.compared;
    const bool passes = value_passes(g, w, tolerance);
    if (!passes) {
      ++result.wrong;
      if (result.first.size() < 5)
        result.first.push_back({i, g, w});
    }
    double error = std::abs(g - w);
    if (std::isnan(error))
      error = passes ? 0.0 : std::numeric_limits<double>::infinity();
    if (error > worst_error) {
      worst_error = error;
      result.worst = {i, g, w};
    }
    squares += error * error;
  }
  result.error = std::sqrt(squares / static_cast<double>(got.size()));
  return result;
}
// [/compare]

} // namespace

// [sum-tolerance]
Tolerance sum_tolerance(std::size_t terms, double magnitude) {
  constexpr double epsilon = std::numeric_limits<float>::epsilon();
  // One more for the rounding of the result itself; the smallest normal number keeps sums of tiny
  // values comparable.
  return {static_cast<double>(terms + 1) * epsilon * magnitude + std::numeric_limits<float>::min(),
          epsilon, false};
}
// [/sum-tolerance]

// [summary]
std::string Comparison::summary(const std::function<std::string(std::size_t)>& place) const {
  if (!problem.empty())
    return problem;
  const auto line = [&](const Mismatch& m) {
    return fmt::format("{}: got {:.9g}, want {:.9g}",
                       place ? place(m.index) : fmt::format("index {}", m.index), m.got, m.want);
  };
  if (passed())
    return fmt::format("{} values compared, all right; largest difference {:.3g}", compared,
                       std::abs(worst.got - worst.want));
  std::string text = fmt::format("{} of {} values are wrong", wrong, compared);
  for (const Mismatch& m : first)
    text += "\n    " + line(m);
  if (wrong > first.size())
    text += "\n    ...\n    worst at " + line(worst);
  return text;
}
// [/summary]

Comparison compare(std::span<const float> got, std::span<const double> want,
                   const Tolerance& tolerance) {
  return compare_values(got, want, tolerance);
}

Comparison compare(std::span<const float> got, std::span<const float> want,
                   const Tolerance& tolerance) {
  return compare_values(got, want, tolerance);
}

Comparison compare(std::span<const unsigned char> got, std::span<const unsigned char> want,
                   int max_difference) {
  return compare_values(got, want, {static_cast<double>(max_difference), 0.0, false});
}

Comparison compare(std::span<const int> got, std::span<const int> want) {
  return compare_values(got, want, {});
}

// [random-floats]
std::vector<float> random_floats(std::size_t count, unsigned seed, float low, float high) {
  // The engine's numbers are prescribed by the C++ standard, those of uniform_real_distribution are
  // not.
  std::mt19937 engine(seed);
  std::vector<float> values(count);
  for (float& value : values)
    value = low + (high - low) * (static_cast<float>(engine() >> 8) * 0x1p-24F);
  return values;
}
// [/random-floats]

} // namespace common
