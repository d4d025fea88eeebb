#include "exercise.hpp"

std::vector<cl_uint> whole_weights(const std::vector<float>& weights) {
  std::vector<cl_uint> whole;
  for (const float weight : weights)
    whole.push_back(static_cast<cl_uint>(256.0F * weight + 0.5F));
  return whole;
}
