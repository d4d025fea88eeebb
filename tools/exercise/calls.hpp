// For checks of C++ that have to see which OpenCL functions are called, or to answer in a device's place.
// Such a check defines the function itself: the program's calls reach it first, and it passes them on.
//
//   cl_int clFinish(cl_command_queue queue) {
//     ++finished;
//     return exercise::original<decltype(&clFinish)>("clFinish")(queue);
//   }
#pragma once

#include <dlfcn.h>

namespace exercise {

/// OpenCL's own function of this name, of the type `Function`.
template <typename Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace exercise
