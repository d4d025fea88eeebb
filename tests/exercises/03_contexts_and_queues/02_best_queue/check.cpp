#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

namespace {
bool only_profiling = false; // in the device's place: it has no queues out of order
} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  const cl_int error = exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(
      device, info, size, value, length);
  if (only_profiling && info == CL_DEVICE_QUEUE_PROPERTIES && error == CL_SUCCESS && value)
    *static_cast<cl_command_queue_properties*>(value) = CL_QUEUE_PROFILING_ENABLE;
  return error;
}

EXERCISE_CHECK(bench) {
  const cl_command_queue_properties both =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  for (const bool less : {false, true}) {
    only_profiling = less;
    const auto supported = bench.session.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
    const cl::CommandQueue queue = best_queue(bench.session.context, bench.session.device);
    const std::string where = fmt::format("a device that supports {}: ", supported);
    bench.expect(queue.getInfo<CL_QUEUE_CONTEXT>()() == bench.session.context(),
                 where + "the queue is not of the context that was asked for.");
    bench.expect(queue.getInfo<CL_QUEUE_PROPERTIES>() == (both & supported),
                 where + fmt::format("the properties are {}, and should be {}.",
                                     queue.getInfo<CL_QUEUE_PROPERTIES>(), both & supported));
    bench.expect(queue.getInfo<CL_QUEUE_REFERENCE_COUNT>() == 1,
                 where + "the queue is retained once more than it is released: it stays for ever.");
  }
}
