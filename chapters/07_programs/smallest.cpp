// Two kernels from one text: a build option makes the difference.
#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>
#include <string>

const char* source = R"(
kernel void power(global int* result, int x) {
  int product = 1;
  for (int i = 0; i < EXPONENT; ++i)
    product *= x;
  *result = product;
})";

int run() {
  const cl::Device device = common::pick_device();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, sizeof(cl_int));

  for (const std::string exponent : {"3", "10"}) {
    const cl::Program program(context, source);
    program.build(device, ("-D EXPONENT=" + exponent).c_str());
    cl::Kernel kernel(program, "power");
    kernel.setArg(0, buffer);
    kernel.setArg(1, cl_int{2});
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, 1, 1);
    cl_int result = 0;
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(result), &result);
    std::printf("2 to the power of %s is %d\n", exponent.c_str(), result);
  }
  return 0;
}

int main() {
  return common::run_main(run);
}
