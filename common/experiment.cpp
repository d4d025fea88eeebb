#include "common/experiment.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/timing.hpp"

#include <thread>

namespace common {

void verify(bool condition, const std::string& claim) {
  if (!condition)
    throw Error("this should not happen: it is not true that " + claim + ".");
}

bool poll(const std::function<bool()>& done, double seconds) {
  const Stopwatch watch;
  while (!done()) {
    if (watch.seconds() > seconds)
      return false;
    std::this_thread::yield();
  }
  return true;
}

cl_int status_of(const cl::Event& event) {
  return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
}

std::string status_name(cl_int status) {
  switch (status) {
  case CL_QUEUED:
    return "CL_QUEUED";
  case CL_SUBMITTED:
    return "CL_SUBMITTED";
  case CL_RUNNING:
    return "CL_RUNNING";
  case CL_COMPLETE:
    return "CL_COMPLETE";
  default:
    return error_name(status);
  }
}

void need_gates(const cl::Device& device) {
  if (is_simulator(device))
    throw Skip("Oclgrind runs its commands inside flush(), in the calling thread. It would wait "
               "there for a user event that the same thread sets later.");
}

} // namespace common
