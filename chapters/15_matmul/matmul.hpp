#pragma once

#include "common/ladder.hpp"

#include <span>
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

/// The problem of one shape. Inputs are random in [-1, 1); upload() makes them and the reference.
class Matmul : public common::Problem {
 public:
  Matmul(Shape shape, unsigned seed);

  std::string size() const override;
  common::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const common::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::string place(std::size_t index) const override;
  std::vector<common::Step> steps() const override;
  std::vector<common::Peer> peers(const common::Session& session) const override;

 private:
  common::Step simple_step(const std::string& id, const std::string& name,
                           const std::string& change, int row_dimension, std::uint64_t loads,
                           std::uint64_t stores) const;

  Shape shape_;
  unsigned seed_;
  std::vector<float> a_;
  std::vector<float> b_;
  std::vector<double> reference_; // empty for shapes too large for the three loops: see check()
  cl::Buffer a_on_device_;
  cl::Buffer b_on_device_;
};

/// The chapter: its sizes, and how to make its problem.
common::CaseStudy case_study();

} // namespace matmul
