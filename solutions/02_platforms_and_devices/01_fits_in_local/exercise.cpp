#include "exercise.hpp"

Fit fits_in(cl_ulong bytes) {
  const cl_ulong floats = bytes / sizeof(cl_float);
  cl_ulong side = 0;
  while (2 * (side + 1) * (side + 1) <= floats)
    ++side;
  return {floats, side};
}

Fit fits_in_local(const cl::Device& device) {
  return fits_in(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
}
