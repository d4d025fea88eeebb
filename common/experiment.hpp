#pragma once

#include "common/opencl.hpp"

#include <functional>
#include <string>

namespace common {

// For programs that prove by experiment what a lesson says about commands and events.

/// Throws Error ("this should not happen: it is not true that CLAIM.") unless `condition`.
void verify(bool condition, const std::string& claim);

/// Asks again and again until `done` says yes, for at most `seconds`. Returns its last answer.
bool poll(const std::function<bool()>& done, double seconds);

/// CL_EVENT_COMMAND_EXECUTION_STATUS: one of the four states, or a negative error code. The states
/// count down: CL_QUEUED is 3, CL_COMPLETE is 0 (section 5.11).
cl_int status_of(const cl::Event& event);

/// "CL_QUEUED", "CL_SUBMITTED", "CL_RUNNING", "CL_COMPLETE", or the error's name.
std::string status_name(cl_int status);

/// Throws Skip on a simulator that runs commands in the thread which flushes the queue, where a
/// command would hang that waits for a user event which the same thread sets later.
void need_gates(const cl::Device& device);

} // namespace common
