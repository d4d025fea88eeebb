#pragma once

#include "convolution.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/system/options.hpp"

#include <string>

namespace convolution {

/// A comparison that an OpenCL book of 2013 makes, and a fair one. For Gaussians of sigma 2 to 24 the
/// book compares a kernel that computes with all weights with one whose tile leaves room for 23
/// pixels to each side, and which drops all weights further out. Here v1, v3 and v4 stand for the first and
/// v5 for the second; fair is v5 with all weights.
///
/// Prints for each sigma how many weights were used, how bright the outputs are, and the times. Every
/// output is verified with its own filter's reference. Draws the times to `plot_file`, unless that is empty. Returns exit_passed; throws Error where an
/// output is wrong.
int compare_gaussians(const harness::ImageF& picture, const harness::LabOptions& options,
                      const std::string& plot_file, const std::string& command_line);

} // namespace convolution
