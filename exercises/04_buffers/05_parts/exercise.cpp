#include "exercise.hpp"

std::vector<cl::Buffer> parts(cl::Buffer buffer, const cl::Device& device, std::size_t count) {
  (void)device;
  const auto bytes = buffer.getInfo<CL_MEM_SIZE>();
  std::vector<cl::Buffer> all;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t begin = k * bytes / count;
    const std::size_t end = (k + 1) * bytes / count;
    const cl_buffer_region region{begin, end - begin};
    all.push_back(buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
  }
  return all;
}
