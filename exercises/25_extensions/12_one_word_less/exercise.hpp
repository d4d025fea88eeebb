#pragma once

#include "common/opencl.hpp"

#include <string>

/// CL_DEVICE_EXTENSIONS without one word. `room` is the size of the memory at `value`.
cl_int answer_without(const std::string& list, const std::string& hidden, size_t room, char* value,
                      size_t* length);
