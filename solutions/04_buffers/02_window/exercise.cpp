#include "exercise.hpp"

std::vector<float> window(const cl::CommandQueue& queue, const cl::Buffer& picture,
                          std::size_t columns, std::size_t x, std::size_t y, std::size_t width,
                          std::size_t height) {
  std::vector<float> pixels(width * height);
  const cl::array<cl::size_type, 3> in_buffer{x * sizeof(float), y, 0};
  const cl::array<cl::size_type, 3> in_vector{0, 0, 0};
  const cl::array<cl::size_type, 3> region{width * sizeof(float), height, 1};
  queue.enqueueReadBufferRect(picture, CL_TRUE, in_buffer, in_vector, region,
                              columns * sizeof(float), 0, width * sizeof(float), 0, pixels.data());
  return pixels;
}
