#pragma once

#include "common/opencl.hpp"

namespace harness {

/// Device, context and one queue: what every laboratory opens with. The queue is in order and profiles
/// its commands.
struct Session {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;

  explicit Session(const cl::Device& chosen,
                   cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE)
      : device(chosen), context(chosen), queue(context, chosen, properties) {}
};

} // namespace harness
