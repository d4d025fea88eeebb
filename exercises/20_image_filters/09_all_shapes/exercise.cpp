#include "exercise.hpp"

std::vector<Shape> shapes(const cl::Device& device, const cl::Kernel& kernel, int dimensions) {
  std::vector<Shape> list;
  for (std::size_t side = 1; side <= 16; side *= 2)
    list.push_back(Shape(static_cast<std::size_t>(dimensions), side));
  return list;
}
