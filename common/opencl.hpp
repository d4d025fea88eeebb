#pragma once

// The Khronos C++ bindings, configured in one place: cmake/dependencies.cmake defines
// CL_HPP_ENABLE_EXCEPTIONS (a failed call throws cl::Error) and the OpenCL versions that the
// bindings may use. Handles are reference counted by the bindings: a cl::Buffer that goes out of
// scope releases its memory object.
#include <CL/opencl.hpp>
