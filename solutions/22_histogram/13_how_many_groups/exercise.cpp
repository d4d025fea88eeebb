#include "exercise.hpp"

#include <algorithm>

Range choose(const cl::Device& device, const cl::Kernel& kernel, std::size_t pixels) {
  const std::size_t limit = std::min(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                                     kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
  std::size_t local = 256;
  while (local > limit)
    local /= 2;
  const std::size_t most = 4 * device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const std::size_t groups = std::clamp<std::size_t>(pixels / (16 * 256), 1, most);
  return {groups * local, local};
}
