#pragma once

#include "common/opencl.hpp"

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

namespace common {

/// Exit codes of every program of this project; part of its command-line contract.
enum ExitCode : int { exit_passed = 0, exit_failed = 1, exit_usage = 2, exit_skipped = 77 };

/// What a user can do something about: the message is one or a few full sentences that say what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command line that makes no sense. run_main() ends with exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The device or this machine lacks what a program needs. run_main() prints the reason and ends with exit code 77.
class Skip : public Error {
 public:
  using Error::Error;
};

/// A kernel did not compile or link; the message ends with the whole build log.
class BuildError : public Error {
 public:
  BuildError(const std::string& message, std::string build_log)
      : Error(message), log(std::move(build_log)) {}
  std::string log;
};

/// Ends the program with `code` after everything has been said (by --help, for instance).
struct Exit {
  int code;
};

/// One error code of the OpenCL specification in words.
struct ErrorInfo {
  cl_int code;
  const char* name;
  const char* meaning;
  const char* advice;
};

/// Every error code of OpenCL 3.0 (unified specification, appendix F) and CL_PLATFORM_NOT_FOUND_KHR
/// of the ICD loader, by descending code (-1, -2, ...).
std::span<const ErrorInfo> all_errors();

/// "CL_INVALID_VALUE", or "unknown error -12345".
std::string error_name(cl_int code);

/// The sentences that run_main() prints for a failed OpenCL call: the function, the error's name and number, what it
/// means, what to try, and the limits of `device` that this error usually is about (none where device is null).
std::string explain(const cl::Error& error, const cl::Device& device = {});

/// Runs a program's body and turns whatever it throws into a readable message on stderr and an exit code: what `body`
/// returns (0 or 1), 1 for Error and OpenCL errors, 2 for UsageError, 77 for Skip, and the code of Exit.
int run_main(const std::function<int()>& body);

/// The same for a main with arguments.
int run_main(int argc, char** argv, const std::function<int(int, char**)>& body);

} // namespace common
