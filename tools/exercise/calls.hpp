// For checks of C++ that have to see which OpenCL functions are called, or to answer in a device's place.
// Such a check defines the function itself: the program's calls reach it first, and it passes them on.
//
//   cl_int clFinish(cl_command_queue queue) {
//     ++finished;
//     return exercise::original<decltype(&clFinish)>("clFinish")(queue);
//   }
#pragma once

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace exercise {

/// OpenCL's own function of this name, of the type `Function`.
template <typename Function>
Function original(const char* name) {
#ifdef _WIN32
  return reinterpret_cast<Function>(GetProcAddress(GetModuleHandleA("OpenCL.dll"), name));
#else
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
#endif
}

} // namespace exercise
