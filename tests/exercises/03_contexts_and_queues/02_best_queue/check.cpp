#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto supported = bench.session.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
  const cl_command_queue_properties both =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  const cl::CommandQueue queue = best_queue(bench.session.context, bench.session.device);
  bench.expect(queue.getInfo<CL_QUEUE_CONTEXT>()() == bench.session.context(),
               "the queue is not of the context that was asked for.");
  bench.expect(queue.getInfo<CL_QUEUE_PROPERTIES>() == (both & supported),
               fmt::format("the properties are {}, and could be {}.",
                           queue.getInfo<CL_QUEUE_PROPERTIES>(), both & supported));
}
