#pragma once

#include "matmul.hpp"

#include <string>
#include <vector>

namespace matmul {

/// A layer of a neural network: C = activate(A B + bias), with a number of bias for each column of C. activate() divides what is
/// negative by eight, so it can be undone without rounding, and a layer of any size be verified like a product.
class Layer : public harness::Problem {
 public:
  Layer(Shape of_product, unsigned seed);
  std::string size() const override { return product.size(); }
  harness::Cost cost() const override;
  std::size_t output_bytes() const override { return product.output_bytes(); }
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::string place(std::size_t index) const override { return product.place(index); }
  std::vector<harness::Step> steps() const override;

  const Shape shape;
  Matmul product;
  // Empty before upload().
  std::vector<float> bias;
  cl::Buffer bias_on_device;

 private:
  unsigned seed_;
};

} // namespace matmul
