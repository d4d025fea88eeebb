#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

/// 0: the result is written; 1: a source is wrong; 2: wrong arguments, or a file that cannot be read or written.
int compile(const cl::Device& device, const std::vector<std::string>& arguments,
            std::string& messages);
