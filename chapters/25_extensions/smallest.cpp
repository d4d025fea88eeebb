// Asks for one extension in both ways: on the host, in the device's list, and in a kernel.
#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>
#include <sstream>

const char* source = R"(
kernel void ask(global int* answer) {
#ifdef cl_khr_fp64
  *answer = 1;
#else
  *answer = 0;
#endif
})";

int run() {
  const cl::Device device = common::pick_device();
  bool listed = false;
  std::istringstream list(device.getInfo<CL_DEVICE_EXTENSIONS>());
  for (std::string word; list >> word;)
    listed = listed || word == "cl_khr_fp64";

  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build(device);
  const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, sizeof(cl_int));
  cl::Kernel kernel(program, "ask");
  kernel.setArg(0, buffer);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  cl_int answer = 0;
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof answer, &answer);
  std::printf("cl_khr_fp64: %s, and kernels %s\n", listed ? "listed" : "not listed",
              answer ? "see it" : "do not see it");
  return 0;
}

int main() {
  return common::run_main(run);
}
