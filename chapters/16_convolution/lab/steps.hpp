#pragma once

#include "convolution.hpp"

#include <string>
#include <vector>

namespace convolution {

/// The ladder. The steps refer to `problem`, which must outlive them.
std::vector<harness::Step> steps_for(const Convolution& problem);

/// The weights as the kernels' option WEIGHTS takes them: "0x1p-1f,-0x1.8p+0f". Hexadecimal, so that
/// no digit is lost.
std::string literals(const Filter& filter);

} // namespace convolution
