#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace common {

/// A value passes if it is finite and |got - want| <= absolute + relative * |want|.
struct Tolerance {
  double absolute = 0.0;
  double relative = 0.0;
  /// Where the reference is NaN or infinite: false rejects (a broken reference proves nothing); true wants the same
  /// kind of value (NaN for NaN, the infinity of the same sign), for tests of IEEE behaviour.
  bool match_nonfinite = false;
};

/// The tolerance for float results that are sums of `terms` products: in any order of summation,
/// with or without fma, |error| <= terms * u * sum |a||b| to first order, with the unit roundoff u
/// = epsilon / 2. `magnitude` bounds that sum; the tolerance is twice the bound. Source: N. J.
/// Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 3.1.
Tolerance sum_tolerance(std::size_t terms, double magnitude);

struct Mismatch {
  std::size_t index = 0;
  double got = 0.0;
  double want = 0.0;
};

/// What a comparison found. An empty comparison has not passed: who compares nothing has checked nothing.
struct Comparison {
  std::size_t compared = 0;
  std::size_t wrong = 0;
  std::vector<Mismatch> first; ///< at most five
  Mismatch worst;              ///< the largest |got - want|; NaN counts as infinitely wrong
  double error = 0.0;          ///< the root mean square of got - want
  std::string problem; ///< why nothing could be compared ("lengths differ: ..."), else empty

  bool passed() const { return problem.empty() && compared > 0 && wrong == 0; }

  /// One line if passed; else count, the first five and the worst. `place` turns an index into
  /// words ("row 3, column 7").
  std::string summary(const std::function<std::string(std::size_t)>& place = {}) const;
};

/// Compares element by element. Lengths that differ, and empty spans, are failures.
Comparison compare(std::span<const float> got, std::span<const double> want,
                   const Tolerance& tolerance);
Comparison compare(std::span<const float> got, std::span<const float> want,
                   const Tolerance& tolerance);
Comparison compare(std::span<const unsigned char> got, std::span<const unsigned char> want,
                   int max_difference = 0);
Comparison compare(std::span<const int> got, std::span<const int> want);

/// Uniform random floats in [low, high), the same on every platform for the same seed (the
/// standard's distributions are not).
std::vector<float> random_floats(std::size_t count, unsigned seed, float low = -1.0F,
                                 float high = 1.0F);

} // namespace common
