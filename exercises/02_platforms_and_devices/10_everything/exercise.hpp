#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

enum class Kind { text, number32, number64, yes_no, sizes, bits };

struct Bit {
  cl_bitfield mask; ///< one bit
  std::string name;
};

struct Question {
  cl_device_info number; ///< for clGetDeviceInfo
  std::string name;
  Kind kind;
  std::vector<Bit> bits = {}; ///< those with a name, if the kind is `bits`
};

/// "NAME = ANSWER" for each question. Throws cl::Error for every error but CL_INVALID_VALUE.
std::vector<std::string> answers(const cl::Device& device, const std::vector<Question>& questions);
