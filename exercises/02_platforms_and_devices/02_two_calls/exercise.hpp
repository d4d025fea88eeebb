#pragma once

#include "common/opencl.hpp"

#include <string>

/// What clGetPlatformInfo() says: name, vendor, version, extensions.
std::string platform_text(cl_platform_id platform, cl_platform_info info);
