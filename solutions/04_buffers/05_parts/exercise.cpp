#include "exercise.hpp"

#include <algorithm>

std::vector<cl::Buffer> parts(cl::Buffer buffer, const cl::Device& device, std::size_t count) {
  const std::size_t align = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8; // bits
  const auto bytes = buffer.getInfo<CL_MEM_SIZE>();
  const std::size_t pieces = (bytes + align - 1) / align;
  std::vector<cl::Buffer> all;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t begin = k * pieces / count * align;
    const std::size_t end = std::min(bytes, (k + 1) * pieces / count * align);
    const cl_buffer_region region{begin, end - begin};
    all.push_back(buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
  }
  return all;
}
