#include "exercise.hpp"

#include <algorithm>

std::vector<Shape> shapes(const cl::Device& device, const cl::Kernel& kernel, int dimensions) {
  const std::vector<std::size_t> most = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  const std::size_t limit = std::min(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                                     kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
  const std::size_t rows = dimensions < 2 ? 1 : most[1];
  const std::size_t layers = dimensions < 3 ? 1 : std::min<std::size_t>(most[2], 4);
  std::vector<Shape> list;
  for (std::size_t z = 1; z <= layers; z *= 2)
    for (std::size_t y = 1; y <= rows; y *= 2)
      for (std::size_t x = 1; x <= most[0]; x *= 2)
        if (x * y * z <= limit) {
          Shape shape{x, y, z};
          shape.resize(static_cast<std::size_t>(dimensions));
          list.push_back(shape);
        }
  return list;
}
