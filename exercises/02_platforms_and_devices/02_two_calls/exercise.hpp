#pragma once

#include "common/opencl.hpp"

#include <string>

/// What clGetPlatformInfo() answers: the platform's name, vendor, version, ...
std::string platform_text(cl_platform_id platform, cl_platform_info info);
