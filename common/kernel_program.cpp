// Programs, built, and what the compiler said.

#include "common/error.hpp"
#include "common/kernel_parts.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fmt/format.h>

namespace common {
namespace {

std::string device_name(const cl::Device& device) {
  std::string name = device.getInfo<CL_DEVICE_NAME>();
  name.erase(std::find(name.begin(), name.end(), '\0'), name.end());
  return name;
}

cl::Program build(const cl::Context& context, const cl::Device& device, const std::string& source,
                  const std::string& options, const std::string& name) {
  cl::Program program(context, source);
  try {
    program.build({device}, options.c_str());
  } catch (const cl::Error& e) {
    const std::string log = build_log(program, device);
    throw BuildError(fmt::format("{} does not build for {} with the options '{}' ({}):\n{}",
                                 name.empty() ? "the program" : name, device_name(device), options,
                                 error_name(e.err()), log.empty() ? "(no build log)" : log),
                     log);
  }
  return program;
}

} // namespace

std::string build_log(const cl::Program& program, const cl::Device& device) {
  std::string log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
  const auto is_padding = [](unsigned char c) { return c == '\0' || std::isspace(c) != 0; };
  while (!log.empty() && is_padding(static_cast<unsigned char>(log.back())))
    log.pop_back();
  return log.find("<kernel>") == std::string::npos
             ? log
             : with_file_names(log, program.getInfo<CL_PROGRAM_SOURCE>());
}

cl::Program build_source(const cl::Context& context, const cl::Device& device,
                         const std::string& source, const std::string& options,
                         const std::string& name) {
  return build(context, device, source_head(device, name) + source, options, name);
}

cl::Program build_kernel_file(const cl::Context& context, const cl::Device& device,
                              std::string_view relative, const std::string& options,
                              const std::vector<std::filesystem::path>& also) {
  return build(context, device, kernel_source(device, relative, also), options,
               shown_name(relative));
}

// [fingerprint]
std::string fingerprint(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits
  for (const unsigned char byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}
// [/fingerprint]

} // namespace common
