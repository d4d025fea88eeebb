// What the files kernel_*.cpp have in common.
#pragma once

#include "common/kernel_io.hpp"

#include <optional>

namespace common {

/// find_kernel() for a file that may not be there.
std::optional<std::filesystem::path> look_for_kernel(std::string_view relative);

/// What messages call a kernel file. An absolute path becomes one that begins in the working directory, if it is below it.
std::string shown_name(const std::filesystem::path& relative);

/// What stands above the source `name` in which the compiler is to find mistakes. Nothing for Oclgrind, which names every
/// source input.cl, and shows wrong lines of it below a #line directive.
std::string source_head(const cl::Device& device, std::string_view name);

} // namespace common
