// A kernel that is specialised by a build option, saved as bytes, and made again from those bytes.
#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>

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

  const cl::Program built(context, source);
  built.build(device, "-D EXPONENT=10");
  const cl::Program::Binaries binaries = built.getInfo<CL_PROGRAM_BINARIES>();
  const cl::Program loaded(context, {device}, binaries);
  loaded.build(device);

  cl::Kernel kernel(loaded, "power");
  const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, sizeof(cl_int));
  kernel.setArg(0, buffer);
  kernel.setArg(1, cl_int{2});
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, 1, 1);
  cl_int result = 0;
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(result), &result);
  std::printf("%d bytes, 2 to the power of 10 is %d\n", static_cast<int>(binaries[0].size()),
              result);
  return result == 1024 ? 0 : 1;
}

int main() {
  return common::run_main(run);
}
