#pragma once

#include "common/timing.hpp"

#include <functional>

namespace harness {

/// How long and how often to measure.
struct Repetition {
  double target_seconds = 0.5; ///< total time to spend on the samples
  int min_samples = 5;
  int max_samples = 200;
};

/// How far apart the middle of the samples lies: (80th - 20th percentile) / median. Unlike Samples::spread() it is not the
/// work of a single disturbed sample, which hundreds of runs of a few microseconds always have. NaN for no samples.
double middle_spread(const common::Samples& samples);

/// How many samples to take so that they fill `target_seconds`, given that one takes `one_seconds`.
int calibrated_samples(double one_seconds, const Repetition& repetition);

/// Runs `body` once to warm up (compilers, caches, clocks), once to calibrate, then as often as
/// `repetition` wants, and returns the wall-clock time of each run in milliseconds.
common::Samples measure_ms(const std::function<void()>& body, const Repetition& repetition = {});

} // namespace harness
