#include "exercise.hpp"

Range choose(const cl::Device& device, const cl::Kernel& kernel, std::size_t pixels) {
  return {(pixels + 255) / 256 * 256, 256};
}
