#include "exercise.hpp"

Fit fits_in(cl_ulong bytes) {
  return {bytes, 16};
}

Fit fits_in_local(const cl::Device& device) {
  return fits_in(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
}
