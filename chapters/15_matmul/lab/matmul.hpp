#pragma once

#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace matmul {

/// C = A B: A has M rows of K, B has K rows of N, C has M rows of N elements; row-major, no
/// padding.
struct Shape {
  int m = 0;
  int n = 0;
  int k = 0;
};

/// The definition in three loops, accumulated in double: the reference that everything is compared
/// with. One thread.
std::vector<double> multiply_in_double(std::span<const float> a, std::span<const float> b,
                                       Shape shape);

/// The definition in three loops in float, one thread: what an unoptimised C++ program does.
void multiply_plain(std::span<const float> a, std::span<const float> b, std::span<float> c,
                    Shape shape);

/// An honest CPU baseline in portable C++: B packed into panels, blocks that fit the caches, a
/// block of C in registers, vector instructions of the processor at hand, all cores.
void multiply_optimised(std::span<const float> a, std::span<const float> b, std::span<float> c,
                        Shape shape);

/// What is multiplied: the same operands on the host and on the device.
struct Operands {
  Shape shape;
  std::span<const float> a;
  std::span<const float> b;
  cl::Buffer a_on_device;
  cl::Buffer b_on_device;
};

/// By how much of itself a factor may change on its way into a tensor core. tf32 keeps 11 significant
/// bits of a float's 24, bfloat16 8; to round changes a number by half a unit of the last one, to
/// cut off by a whole one.
constexpr double tf32_rounding = 0x1p-11;
constexpr double tf32_truncation = 0x1p-10;
constexpr double bf16_rounding = 0x1p-8;

/// The upper halves of floats, rounded to nearest, ties to even: bfloat16.
std::vector<std::uint16_t> to_bfloat16(std::span<const float> values);

/// The same numbers as floats.
std::vector<float> from_bfloat16(std::span<const std::uint16_t> values);

/// The problem of one shape. Inputs are random in [-1, 1); upload() makes them and the reference.
class Matmul : public harness::Problem {
 public:
  /// `in_a_row`: products that count as one run, between the times of its first start and its last end.
  Matmul(Shape shape, unsigned seed, int in_a_row = 1);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  /// The same for a product of factors that were changed by up to `factor_error` of themselves.
  common::Comparison check_to(double factor_error, std::span<const std::byte> output) const;
  std::string place(std::size_t index) const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;
  int in_a_row() const { return in_a_row_; }
  /// Empty before upload(), and for shapes too large for three loops in double.
  const std::vector<double>& reference() const { return reference_; }
  /// Empty but for the shape before upload().
  Operands operands() const;

 private:
  Shape shape_;
  unsigned seed_;
  int in_a_row_;
  std::vector<float> a_;
  std::vector<float> b_;
  std::vector<double> reference_; // empty for shapes too large for the three loops: see check()
  cl::Buffer a_on_device_;
  cl::Buffer b_on_device_;
};

/// What is asked for, in the words of the command line.
struct Task {
  std::string problem = "product"; ///< of problems()
  int in_a_row = 1;                ///< of a product: see Matmul
};
const std::vector<std::string>& problems(); ///< product, batch, layer

/// The chapter: its sizes, and how to make its problems.
harness::CaseStudy case_study(const Task& task = {});

} // namespace matmul
