// An OpenCL driver that has a platform and no device: what a machine looks like whose GPU driver is installed and
// whose GPU is not there. The tests name this library in an .icd file. The variable TEST_PLATFORM names the platform;
// where it is empty there is none, either. With TEST_CRASH it crashes when it is loaded.

#include <CL/cl_icd.h>

#include <stdlib.h>
#include <string.h>

// What a loader needs of a platform object: its first member is the table of functions (cl_khr_icd).
struct _cl_platform_id {
  const cl_icd_dispatch* dispatch;
};

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info name, size_t size,
                                        void* value, size_t* size_needed) {
  (void)platform;
  const char* const given = getenv("TEST_PLATFORM");
  const char* text = name == CL_PLATFORM_NAME         ? (given ? given : "Platform without devices")
                     : name == CL_PLATFORM_VENDOR     ? "tests"
                     : name == CL_PLATFORM_VERSION    ? "OpenCL 1.2 tests"
                     : name == CL_PLATFORM_PROFILE    ? "FULL_PROFILE"
                     : name == CL_PLATFORM_EXTENSIONS ? "cl_khr_icd"
                     : name == CL_PLATFORM_ICD_SUFFIX_KHR ? "TESTS"
                                                          : 0;
  if (!text)
    return CL_INVALID_VALUE;
  if (size_needed)
    *size_needed = strlen(text) + 1;
  if (value && size < strlen(text) + 1)
    return CL_INVALID_VALUE;
  if (value)
    strcpy(value, text);
  return CL_SUCCESS;
}

static cl_int CL_API_CALL no_devices(cl_platform_id platform, cl_device_type type, cl_uint count,
                                     cl_device_id* devices, cl_uint* found) {
  (void)platform, (void)type, (void)count, (void)devices;
  if (found)
    *found = 0;
  return CL_DEVICE_NOT_FOUND;
}

static const cl_icd_dispatch table = {
    .clGetPlatformInfo = platform_info,
    .clGetDeviceIDs = no_devices,
};
static struct _cl_platform_id only_platform = {&table};

__attribute__((constructor)) static void loaded(void) {
  if (getenv("TEST_CRASH"))
    abort();
}

static cl_int CL_API_CALL platforms(cl_uint count, cl_platform_id* ids, cl_uint* found) {
  const char* const given = getenv("TEST_PLATFORM");
  const int none = given && !*given;
  if (found)
    *found = none ? 0 : 1;
  if (none)
    return CL_PLATFORM_NOT_FOUND_KHR;
  if (ids && count > 0)
    ids[0] = &only_platform;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info name,
                                                  size_t size, void* value, size_t* size_needed) {
  return platform_info(platform, name, size, value, size_needed);
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? (void*)platforms
         : strcmp(name, "clGetPlatformInfo") == 0    ? (void*)platform_info
                                                     : 0;
}
