// The functions of extensions, which the loader does not export: their addresses are asked for, and prove nothing.

#include "lab.hpp"

#include "harness/system/report.hpp"

#include <CL/cl_gl.h>
#include <fmt/format.h>

// [addresses]
Json does_an_address_prove_anything(const Lab& lab) {
  struct Entry {
    const char* function;
    const char* extension;
  };
  constexpr Entry entries[] = {
      {"clGetGLContextInfoKHR", "cl_khr_gl_sharing"},
      {"clCreateFromGLBuffer", "cl_khr_gl_sharing"},
      {"clCreateEventFromGLsyncKHR", "cl_khr_gl_event"},
      {"clCreateSubDevicesEXT", "cl_ext_device_fission"},
      {"clCreateCommandQueueWithPropertiesKHR", "cl_khr_create_command_queue"},
      {"clGetKernelSuggestedLocalWorkSizeKHR", "cl_khr_suggested_local_work_size"},
      {"clCreateCommandBufferKHR", "cl_khr_command_buffer"},
      {"clCreateSemaphoreWithPropertiesKHR", "cl_khr_semaphore"},
      {"clEnqueueAcquireExternalMemObjectsKHR", "cl_khr_external_memory"},
      {"clHostMemAllocINTEL", "cl_intel_unified_shared_memory"},
      {"clSetContentSizeBufferPoCL", "cl_pocl_content_size"},
      {"clNoSuchFunctionKHR", "none"},
  };
  const cl_platform_id platform = platform_of(lab.device)();
  harness::Table table({{"function"}, {"of"}, {"listed"}, {"address"}, {"the old way"}});
  Json rows = Json::array();
  int lies = 0;
  for (const Entry& each : entries) {
    const bool listed = is_listed(lab.device, each.extension);
    const bool found = clGetExtensionFunctionAddressForPlatform(platform, each.function) != nullptr;
    // Deprecated by 1.2: with several platforms, whose function would it be?
    const bool old = clGetExtensionFunctionAddress(each.function) != nullptr;
    lies += found && !listed;
    table.add({each.function, each.extension, listed ? "yes" : "no", found ? "yes" : "NULL",
               old ? "yes" : "NULL"});
    rows.push_back({{"function", each.function},
                    {"extension", each.extension},
                    {"listed", listed},
                    {"address", found},
                    {"old", old}});
  }
  fmt::print("{}  {} addresses belong to extensions that nobody here lists\n", table.text(), lies);
  verify(rows.back().at("address") == false, "a function that does not exist has no address");
  // [/addresses]

  // [gl-context]
  // cl_gl.h has the type of the pointer: take it from there, do not write it.
  const auto get_gl_context_info = reinterpret_cast<clGetGLContextInfoKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetGLContextInfoKHR"));
  std::string said = "not called: cl_khr_gl_sharing is not listed";
  if (get_gl_context_info && is_listed(lab.device, "cl_khr_gl_sharing")) { // both
    const cl_context_properties no_context[] = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform), 0};
    cl_device_id device = nullptr;
    std::size_t length = 0;
    said = common::error_name(get_gl_context_info(no_context, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR,
                                                  sizeof device, &device, &length));
  }
  fmt::print("  clGetGLContextInfoKHR without a context of OpenGL: {}\n", said);
  // [/gl-context]
  return {{"rows", rows}, {"addresses_without_extension", lies}, {"gl_context_info", said}};
}
