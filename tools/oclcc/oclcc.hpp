// oclcc: compiles OpenCL C for any device, and shows what came of it: the log, the kernels, their
// arguments and what they need of the device. Saves the binary, and shows saved ones.
#pragma once

#include "common/opencl.hpp"

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace oclcc {

/// A command line like a C compiler's, taken apart: what begins with one '-' and is no option of
/// oclcc is for the compiler of the device.
struct CommandLine {
  std::vector<std::string> files;
  std::vector<std::string> compiler_options; ///< "-I", "include", "-cl-mad-enable", ...
  std::string device;                        ///< --device, see common::pick_device()
  std::string output;                        ///< -o; empty: no binary is saved
  std::string json_file;                     ///< --json
  bool stats = false;                        ///< --stats
  bool binary = false;                       ///< --binary
  bool help = false;
};

/// Throws common::UsageError for what makes no sense.
CommandLine parse(const std::vector<std::string>& arguments);

/// What there is to know of the kernels of a built program: [{"name", "arguments": [{"type", "name",
/// "address", "access", "qualifiers"}], "attributes", "work_group_size", "preferred_multiple",
/// "required_size", "local_bytes", "private_bytes"}]. "arguments" is their number where the device
/// does not tell more. With --stats each has "stats", too: see harness::kernel_stats().
nlohmann::json describe_kernels(const cl::Program& program, const cl::Device& device);

/// The program. Returns the exit code; throws what common::run_main() explains: common::BuildError
/// with the log where the sources do not compile.
int oclcc_main(const std::vector<std::string>& arguments, std::ostream& out = std::cout);

} // namespace oclcc
