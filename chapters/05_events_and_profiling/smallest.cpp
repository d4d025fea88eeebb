// How long does a kernel take? The host's clock and the kernel's event give different answers.
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cstdio>

const char* source = R"(
kernel void roots(global float* data) {
  size_t i = get_global_id(0);
  float x = i;
  for (int k = 0; k < 20; ++k)
    x = sqrt(x + k);
  data[i] = x;
})";

int run() {
  const cl::Device device = common::pick_device();
  const cl::Context context(device);
  const cl::Program program(context, source);
  program.build(device);
  const std::size_t n = 1 << 16;
  const cl::Buffer data(context, CL_MEM_WRITE_ONLY, n * sizeof(cl_float));
  cl::Kernel kernel(program, "roots");
  kernel.setArg(0, data);
  const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::size_t local = std::min<std::size_t>(64, limit);

  // [measure]
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE); // records times
  for (int i = 0; i < 3; ++i) {
    const common::Stopwatch watch;
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, n, local, nullptr, &event);
    const double returned = watch.milliseconds();
    event.wait();
    const double waited = watch.milliseconds();
    const cl_ulong started = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong ended = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    std::printf("the call %.3f ms, with the wait %.3f ms, the kernel by its event %.3f ms\n",
                returned, waited, 1e-6 * static_cast<double>(ended - started));
  }
  // [/measure]
  return 0;
}

int main() {
  return common::run_main(run);
}
