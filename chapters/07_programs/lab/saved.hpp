#pragma once

#include "common/opencl.hpp"

#include <filesystem>
#include <string>

namespace binaries {

/// Saves the executable of `program` for `device` (which must be the program's only device) with a
/// header line that says which device and driver it was built for and with what options.
void save_binary(const cl::Program& program, const cl::Device& device,
                 const std::filesystem::path& file, const std::string& options = {});

/// Loads and builds what save_binary() wrote. Throws Error where the file is damaged or was made for another device,
/// driver or other options: the caller then builds from source again. Source: clCreateProgramWithBinary (section 5.8.1).
cl::Program load_binary(const cl::Context& context, const cl::Device& device,
                        const std::filesystem::path& file, const std::string& options = {});

} // namespace binaries
