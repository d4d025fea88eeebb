#pragma once

#include <string>
#include <vector>

struct Weights {
  int width, height;
  std::vector<float> values; ///< row by row
};

/// OpenCL C for a kernel `filter` that has these weights built in. See the task.
std::string source_of(const Weights& weights);
