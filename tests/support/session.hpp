#pragma once

#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tests {

/// The device that the tests run on: OCL_DEVICE, or the best there is.
inline harness::Session
new_session(cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE) {
  return harness::Session(common::pick_device(), properties);
}

/// A kernel from its source.
inline cl::Kernel kernel_from(const harness::Session& session, const std::string& source,
                              const std::string& name, const std::string& options = {}) {
  return cl::Kernel(common::build_source(session.context, session.device, source, options),
                    name.c_str());
}

/// The message of the exception of type E that `action` throws. Fails the test case where it throws
/// none.
template <typename E, typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  FAIL("no exception of the expected type was thrown");
  return {};
}

} // namespace tests
