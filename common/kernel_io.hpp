#pragma once

#include "common/files.hpp"
#include "common/opencl.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// Finds a kernel file such as "15_matmul/v1_naive.cl" from any working directory: in the directories of the
/// environment variable OCL_KERNEL_PATH (separated like PATH), then in kernels/ of the source tree that this program
/// was built from, then in share/opencl-step-by-step/kernels beside an installed program. Throws Error that lists
/// where it looked and what kernels there are in the same chapter.
std::filesystem::path find_kernel(std::string_view relative);

/// The same for files below data/, such as "images/scene_512.png".
std::filesystem::path find_data(std::string_view relative);

/// The text of a source file without the byte order mark that some editors put before it. Throws Error that says what
/// no compiler names: UTF-16, and the file (as `called`), line, column and character of curly quotation marks, no-break
/// spaces and the like.
std::string read_source(const std::filesystem::path& file, const std::string& called = {});

/// The path of the running program; empty where the system does not tell.
std::filesystem::path own_executable();

/// Builds OpenCL C source for one device. `name` is what the compiler calls the source in its messages. Throws
/// BuildError with the device, the options and the whole build log where it does not build.
cl::Program build_source(const cl::Context& context, const cl::Device& device,
                         const std::string& source, const std::string& options = {},
                         const std::string& name = {});

/// The text of a kernel file for the compiler of `device`; an absolute path is taken as it is. Messages name the file as
/// "kernels/15_matmul/v1_naive.cl:12:5". In the place of each #include "..." is the text of that file, found in the same
/// way, in the same chapter, and else in those of `also`, other chapters or directories.
std::string kernel_source(const cl::Device& device, std::string_view relative,
                          const std::vector<std::filesystem::path>& also = {});

/// Finds, reads and builds a kernel file: see kernel_source().
cl::Program build_kernel_file(const cl::Context& context, const cl::Device& device,
                              std::string_view relative, const std::string& options = {},
                              const std::vector<std::filesystem::path>& also = {});

/// NVIDIA's compiler calls every source "<kernel>" and passes over #line directives. Puts the file and line
/// that the directives in `source` give to a line in the place of "<kernel>:LINE" in its `log`; without
/// directives nothing changes.
std::string with_file_names(const std::string& log, const std::string& source);

/// What clBuildProgram had to say for this device, warnings included; trimmed.
std::string build_log(const cl::Program& program, const cl::Device& device);

/// 16 hexadecimal digits that stand for `bytes`: other bytes have others, practically always. Unlike
/// std::hash the same in every run and for every compiler.
std::string fingerprint(std::string_view bytes);

} // namespace common
