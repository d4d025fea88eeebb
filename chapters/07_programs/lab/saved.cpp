#include "saved.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace fs = std::filesystem;

namespace binaries {

using common::Error;
using common::error_name;
using common::fingerprint;
using common::read_text;
using common::write_text;

// [save-binary]
// The first line of a saved binary. A new driver may have a new compiler or instruction format.
static std::string made_for(const cl::Device& device, const std::string& options) {
  return fmt::format("OpenCL binary 1 | {} | {} | {} | {}\n",
                     device.getInfo<CL_DEVICE_NAME>().c_str(), device.getInfo<CL_DEVICE_VERSION>(),
                     device.getInfo<CL_DRIVER_VERSION>(), options);
}

void save_binary(const cl::Program& program, const cl::Device& device, const fs::path& file,
                 const std::string& options) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  if (binaries.size() != 1 || binaries.front().empty())
    throw Error("the program has no binary to save: build it for exactly one device.");
  const std::string binary(binaries.front().begin(), binaries.front().end());
  write_text(file, made_for(device, options) + fingerprint(binary) + "\n" + binary);
}
// [/save-binary]

// [load-binary]
cl::Program load_binary(const cl::Context& context, const cl::Device& device, const fs::path& file,
                        const std::string& options) {
  const std::string content = read_text(file), wanted = made_for(device, options);
  if (!content.starts_with(wanted))
    throw Error(fmt::format(
        "'{}' was built for another device, driver or other options: build from source again.\n"
        "  wanted: {}  found:  {}",
        file.string(), wanted, content.substr(0, std::min(content.find('\n'), std::size_t{200}))));
  const std::size_t begin = wanted.size() + fingerprint({}).size() + 1;
  const std::string binary = content.substr(std::min(begin, content.size()));
  if (content != wanted + fingerprint(binary) + "\n" + binary)
    throw Error(fmt::format("'{}' is damaged: build from source again.", file.string()));
  try {
    const cl::Program::Binaries binaries{{binary.begin(), binary.end()}};
    const cl::Program program(context, {device}, binaries);
    program.build(device, options.c_str());
    return program;
  } catch (const cl::Error& e) {
    throw Error(fmt::format("'{}' is not a usable program binary ({}): build from source again.",
                            file.string(), error_name(e.err())));
  }
}
// [/load-binary]

} // namespace binaries
