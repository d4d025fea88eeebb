#include "exercise.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace {

using Sizes = std::array<std::size_t, 3>;

cl::NDRange range(const Sizes& sizes, std::size_t dimensions) {
  return dimensions == 1   ? cl::NDRange(sizes[0])
         : dimensions == 2 ? cl::NDRange(sizes[0], sizes[1])
                           : cl::NDRange(sizes[0], sizes[1], sizes[2]);
}

} // namespace

cl::NDRange dividing(const cl::Device& device, const cl::Kernel& kernel,
                     const cl::NDRange& global) {
  const std::size_t dimensions = global.dimensions();
  Sizes size{1, 1, 1}, most{1, 1, 1};
  const std::vector<std::size_t> limits = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  for (std::size_t d = 0; d < dimensions; ++d) {
    size[d] = global[d];
    most[d] = std::min(size[d], limits[d]);
  }
  const Sizes required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
  if (required[0] != 0) {
    for (std::size_t d = 0; d < 3; ++d)
      if (size[d] % required[d] != 0)
        throw std::invalid_argument("the kernel's required work-group does not divide the range");
    return range(required, dimensions);
  }
  const std::size_t members = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  Sizes best{0, 0, 0};
  for (std::size_t x = most[0]; x > 0; --x)
    for (std::size_t y = most[1]; size[0] % x == 0 && y > 0; --y)
      for (std::size_t z = most[2]; size[1] % y == 0 && z > 0; --z)
        if (size[2] % z == 0 && x * y * z <= members && x * y * z > best[0] * best[1] * best[2])
          best = {x, y, z};
  return range(best, dimensions);
}
