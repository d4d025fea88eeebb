// A device made up to differ: preloaded (LD_PRELOAD), it answers questions about a device's name, vendor, versions, memory,
// compute units and clock in words and numbers of its own. What a text shows must not depend on them. The variables
// OTHER_DEVICE_MAX_ALLOC, OTHER_DEVICE_MEMORY (bytes) and OTHER_DEVICE_IMAGE_SIDE (pixels) give it other limits.

#define _GNU_SOURCE
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef cl_int (*device_info)(cl_device_id, cl_device_info, size_t, void*, size_t*);

static cl_int answer(const void* value, size_t bytes, size_t size, void* result, size_t* size_ret) {
  if (result && size < bytes)
    return CL_INVALID_VALUE;
  if (result)
    memcpy(result, value, bytes);
  if (size_ret)
    *size_ret = bytes;
  return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* result,
                       size_t* size_ret) {
  const device_info real = (device_info)dlsym(RTLD_NEXT, "clGetDeviceInfo");
  const char* text = NULL;
  switch (what) {
  case CL_DEVICE_NAME:
    text = "Made-up Device 7000 XT";
    break;
  case CL_DEVICE_VENDOR:
    text = "Made-up Devices Ltd.";
    break;
  case CL_DRIVER_VERSION:
    text = "99.1-made-up";
    break;
  default:
    break;
  }
  if (text)
    return answer(text, strlen(text) + 1, size, result, size_ret);
  const cl_int error = real(device, what, size, result, size_ret);
  if (error == CL_SUCCESS && result) {
    if (what == CL_DEVICE_GLOBAL_MEM_SIZE) {
      // The largest buffer stays as it is, since programs ask for more than that on purpose; it has to fit.
      cl_ulong largest = 0;
      real(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL);
      *(cl_ulong*)result /= 3;
      if (*(cl_ulong*)result < largest)
        *(cl_ulong*)result = largest;
    }
    const char* limit = NULL;
    if (what == CL_DEVICE_MAX_MEM_ALLOC_SIZE && (limit = getenv("OTHER_DEVICE_MAX_ALLOC")))
      *(cl_ulong*)result = strtoull(limit, NULL, 10);
    if (what == CL_DEVICE_GLOBAL_MEM_SIZE && (limit = getenv("OTHER_DEVICE_MEMORY")))
      *(cl_ulong*)result = strtoull(limit, NULL, 10);
    if ((what == CL_DEVICE_IMAGE2D_MAX_WIDTH || what == CL_DEVICE_IMAGE2D_MAX_HEIGHT) &&
        (limit = getenv("OTHER_DEVICE_IMAGE_SIDE")))
      *(size_t*)result = strtoull(limit, NULL, 10);
    if (what == CL_DEVICE_MAX_CLOCK_FREQUENCY)
      *(cl_uint*)result = 1234;
    if (what == CL_DEVICE_MAX_COMPUTE_UNITS)
      *(cl_uint*)result *= 2;
  }
  return error;
}

typedef cl_int (*create_sub_devices)(cl_device_id, const cl_device_partition_property*, cl_uint,
                                     cl_device_id*, cl_uint*);

// Half of the made-up units for each part, and one at least.
cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property* properties,
                          cl_uint count, cl_device_id* parts, cl_uint* count_ret) {
  const create_sub_devices real = (create_sub_devices)dlsym(RTLD_NEXT, "clCreateSubDevices");
  cl_device_partition_property halves[8] = {0};
  if (properties && (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS ||
                     properties[0] == CL_DEVICE_PARTITION_EQUALLY)) {
    halves[0] = properties[0];
    for (size_t i = 1; i + 1 < sizeof halves / sizeof *halves && properties[i]; ++i)
      halves[i] = properties[i] < 2 ? 1 : properties[i] / 2;
    properties = halves;
  }
  return real(device, properties, count, parts, count_ret);
}
