#pragma once

#include "matmul.hpp"

#include <string>
#include <vector>

namespace matmul {

/// Many products of one shape, each with matrices of its own: C_p = A_p B_p. Each operand is one buffer, in which the matrices
/// follow each other.
class Batch : public harness::Problem {
 public:
  Batch(Shape each, int count, unsigned seed) : shape(each), products(count), seed_(seed) {}
  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::string place(std::size_t index) const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer>
  peers(const harness::Session& session) const override; ///< in batch_peers.cpp

  const Shape shape; ///< of each product
  const int products;
  // Empty before upload().
  std::vector<float> a, b;
  cl::Buffer a_on_device, b_on_device;

 private:
  unsigned seed_;
  std::vector<double> reference_;
};

/// "64x31x17*100", "32*4096", "32": 100 products, 4096, 1. Throws UsageError for anything else.
std::unique_ptr<Batch> batch_of(const std::string& size, unsigned seed);

} // namespace matmul
