#include "exercise.hpp"

std::vector<float> reversed(const cl::Device& device, const std::vector<float>& a) {
  (void)device; // your program is to use it
  return a;
}
