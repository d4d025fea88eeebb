#include "harness/lab/driver_errors.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"

#include <fmt/format.h>

namespace harness {
using namespace common;

std::string report_driver_error(const cl::Device& device, const std::string& what) {
  const std::string line =
      fmt::format("error of the driver {} {}: {}",
                  cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>(),
                  device.getInfo<CL_DRIVER_VERSION>(), what);
  fmt::print("  {}\n", line);
  return line;
}

bool counts_local_arrays(const Session& session) {
  const cl::Program program =
      build_source(session.context, session.device,
                   "kernel void mirror(global int* x) {\n"
                   "  local int tile[64];\n"
                   "  tile[get_local_id(0)] = x[get_global_id(0)];\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  x[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];\n"
                   "}\n");
  const auto bytes =
      cl::Kernel(program, "mirror").getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device);
  constexpr std::size_t declared = 64 * sizeof(cl_int);
  if (bytes >= declared && bytes < 2 * declared) // a driver may need some bytes itself
    return true;
  report_driver_error(session.device,
                      fmt::format("CL_KERNEL_LOCAL_MEM_SIZE is {} for a kernel with an "
                                  "array of 256 bytes in local memory",
                                  bytes));
  return false;
}

bool clock_runs(const Session& session) {
  const cl::Buffer number(session.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  const auto end_of_one = [&] {
    cl::Event event;
    session.queue.enqueueFillBuffer(number, cl_uint{0}, 0, sizeof(cl_uint), nullptr, &event);
    return event_times(event).ended;
  };
  const cl_ulong first = end_of_one();
  const Stopwatch watch; // a clock may be coarse
  while (watch.milliseconds() < 50.0)
    if (end_of_one() != first)
      return true;
  report_driver_error(session.device, "it gives each command the same times");
  return false;
}

bool finish_waits(const Session& session) {
  // Many work-items, unlike BusyKernel: that driver ends long loops too early.
  const cl::Program program = build_source(session.context, session.device,
                                           "kernel void busy(global uint* x, uint rounds) {\n"
                                           "  uint sum = x[get_global_id(0)];\n"
                                           "  for (uint i = 0; i < rounds; ++i)\n"
                                           "    sum = sum * 3 + x[sum & 1023];\n"
                                           "  x[get_global_id(0)] = sum;\n"
                                           "}\n");
  cl::Kernel busy(program, "busy");
  const cl::Buffer numbers(session.context, CL_MEM_READ_WRITE, 1024 * sizeof(cl_uint));
  session.queue.enqueueFillBuffer(numbers, cl_uint{1}, 0, 1024 * sizeof(cl_uint));
  set_args(busy, numbers, cl_uint{10000});
  for (int tries = 0; tries < 20; ++tries) { // the kernel may be done before anybody asks
    cl::Event end;
    session.queue.enqueueNDRangeKernel(busy, cl::NullRange, {1024}, cl::NullRange, nullptr, &end);
    session.queue.flush();
    session.queue.finish();
    const cl_int status = end.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    end.wait();
    if (status == CL_COMPLETE)
      continue;
    report_driver_error(session.device, "after a flush, finish() does not wait for the commands");
    return false;
  }
  return true;
}

} // namespace harness
