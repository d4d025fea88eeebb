#include "harness/measure.hpp"

#include <algorithm>

namespace harness {

using common::Stopwatch;

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
