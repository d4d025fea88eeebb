#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>
#include <vector>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
    constexpr std::size_t bytes = 16 << 20;
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, bytes);

    cl::UserEvent gate(context); // an event that this program completes
    const std::vector<cl::Event> wait_for{gate};
    cl::Event event; // the event of the fill
    queue.enqueueFillBuffer(buffer, cl_int{7}, 0, bytes, &wait_for, &event);
    cl_int before = CL_COMPLETE; // asked in C: while the gate is closed, nothing may throw
    clGetEventInfo(event(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof before, &before, nullptr);
    gate.setStatus(CL_COMPLETE);
    event.wait();
    const cl_int after = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();

    const auto started = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto ended = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    std::printf("before the gate opens: %s\n", before > CL_RUNNING ? "waiting" : "running");
    std::printf("at the end:            %s\n", after == CL_COMPLETE ? "complete" : "not complete");
    std::printf("the fill took %.3f ms\n", 1e-6 * static_cast<double>(ended - started));
    return before > CL_RUNNING && after == CL_COMPLETE ? common::exit_passed : common::exit_failed;
  });
}
