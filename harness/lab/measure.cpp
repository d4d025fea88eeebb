#include "harness/lab/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace harness {
using namespace common;

using common::Stopwatch;

double middle_spread(const Samples& samples) {
  if (samples.values.empty())
    return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted = samples.values;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double part) {
    return sorted[static_cast<std::size_t>(
        std::lround(part * static_cast<double>(sorted.size() - 1)))];
  };
  return (at(0.8) - at(0.2)) / samples.median();
}

int calibrated_samples(double one_seconds, const Repetition& repetition) {
  const double wanted = repetition.target_seconds / std::max(one_seconds, 1e-9);
  return static_cast<int>(std::clamp(wanted, static_cast<double>(repetition.min_samples),
                                     static_cast<double>(repetition.max_samples)));
}

Samples measure_ms(const std::function<void()>& body, const Repetition& repetition) {
  body();
  const Stopwatch calibration;
  body();
  const int count = calibrated_samples(calibration.seconds(), repetition);
  Samples samples;
  samples.values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Stopwatch watch;
    body();
    samples.values.push_back(watch.milliseconds());
  }
  return samples;
}

} // namespace harness
