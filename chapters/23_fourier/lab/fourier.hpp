#pragma once

#include "fft.hpp"
#include "harness/ladder/ladder.hpp"

#include <complex>
#include <string>
#include <utility>
#include <vector>

/// Discrete Fourier transforms of random numbers.
namespace fourier {

using Numbers = std::vector<std::complex<double>>;

inline constexpr double full_turn = 6.283185307179586; ///< 2 pi

/// "1000", "640x480", "64x31x10", "2^20", each with "*B" for B of them. Throws UsageError for anything else.
fft::Shape parse_shape(const std::string& text);
std::string shape_text(const fft::Shape& shape);

/// By definition, in N*N steps: what everything else is checked against.
Numbers by_definition(const Numbers& x, fft::Direction direction);
/// The same in N log N steps, along all axes, x fastest.
Numbers transformed(Numbers x, const std::vector<int>& lengths, fft::Direction direction);

/// The numbers of a transform b of a batch are first[i] + weight(b) * second[i], which are exact in float: so their
/// transforms are sums of two, and all of a batch can be checked.
double weight(int b);

class Fourier : public harness::Problem {
 public:
  Fourier(fft::Shape wanted, fft::Direction way, unsigned seed)
      : shape(std::move(wanted)), direction(way), seed_(seed) {}
  std::string size() const override { return shape_text(shape); }
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override {
    return check_with(1.0, output);
  }
  /// For steps whose errors are larger: `times` those of a fast transform.
  common::Comparison check_with(double times, std::span<const std::byte> output) const;
  /// How large errors are against the results: both as root of the mean square.
  double relative_error(std::span<const std::byte> output) const;
  std::string place(std::size_t index) const override;
  std::vector<harness::Step> steps() const override; ///< in steps.cpp
  std::vector<harness::Peer>
  peers(const harness::Session& session) const override; ///< in peers.cpp

  const fft::Shape shape;
  const fft::Direction direction;
  std::vector<float> values; ///< the input, as the kernels read it
  cl::Buffer input;

 private:
  double want(std::size_t index) const;

  unsigned seed_;
  Numbers first_, second_; ///< the two transforms of which all are made
  double size_of_results_ = 0.0;
};

harness::CaseStudy case_study(bool real, fft::Direction direction);

} // namespace fourier
