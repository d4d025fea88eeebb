#include "exercise.hpp"

#include <algorithm>

cl::NDRange dividing(const cl::Device& device, const cl::Kernel& kernel,
                     const cl::NDRange& global) {
  std::size_t local = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  local = std::min(local, device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()[0]);
  while (global[0] % local != 0)
    --local;
  return cl::NDRange(local); // and the other dimensions?
}
