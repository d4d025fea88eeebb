#pragma once

#include "common/opencl.hpp"

#include <vector>

class LineFilter {
 public:
  explicit LineFilter(const cl::Device& device);
  /// Each pixel becomes the weighted sum of the pixels around it; beside the row its nearest pixel counts. The number
  /// of weights is odd.
  std::vector<float> filter(const std::vector<float>& row, const std::vector<float>& weights);

 private:
  void build(int max_radius);

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Kernel kernel_;
  int max_radius_ = 0;
};
