#include "exercise.hpp"

std::vector<Row> fastest(const std::vector<cl::Device>& devices, const Wish& wish) {
  (void)devices;
  (void)wish;
  return {};
}
