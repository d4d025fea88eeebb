// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/process.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::verify;

/// Device, context, profiling in-order queue, and what the user has chosen.
struct Lab : harness::Session {
  /// `devices`: at least one, all of one platform. The experiments use the first, and those with
  /// several devices the others too.
  Lab(std::vector<cl::Device> devices, bool quick);

  /// Starts this program again, to do `task` (see run_in_child()): for mistakes that a driver
  /// may die of.
  harness::ProcessResult start_child(const std::string& task,
                                     const harness::ProcessOptions& options = {}) const;

  const std::vector<cl::Device> chosen;
  const bool quick;
};

/// The platform that `device` belongs to.
cl::Platform platform_of(const cl::Device& device);

/// "accepted" for CL_SUCCESS, else the error's name.
std::string answer(cl_int code);

/// What OpenCL says to `call`: the code of the cl::Error it throws, else CL_SUCCESS.
template <typename Call>
cl_int code_of(const Call& call) {
  try {
    call();
  } catch (const cl::Error& error) {
    return error.err();
  }
  return CL_SUCCESS;
}

/// A buffer of one number.
cl::Buffer number_in(const cl::Context& context, cl_uint value);

/// What the buffer holds. Only for buffers that no command uses any more.
cl_uint value_of(const cl::CommandQueue& queue, const cl::Buffer& buffer);

/// "died of signal 11", or "ended with exit code 1".
std::string fate_of(const harness::ProcessResult& child);

/// What --child does.
int run_in_child(const std::string& task, const Lab& lab);
std::vector<std::string> child_names();
