// Four numbers in one variable, and two ways to make bytes of them.

#include "common/device.hpp"
#include "common/error.hpp"

#include <fmt/format.h>

const char* const source = R"cl(
  kernel void brighten(global uchar4* out) {
    const float4 colour = (float4)(20.5f, 100, 150, 200); // four floats
    out[0] = convert_uchar4_sat_rte(1.5f * colour);       // stop at 255, round
    out[1] = convert_uchar4(convert_int4(1.5f * colour)); // drop the fraction, wrap
  })cl";

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Program program(context, source);
    program.build(device);
    cl::Kernel kernel(program, "brighten");
    cl_uchar4 out[2];
    const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, sizeof(out));
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(out), out);
    for (const cl_uchar4& c : out)
      fmt::print("{:3} {:3} {:3} {:3}\n", c.s[0], c.s[1], c.s[2], c.s[3]);
    return common::exit_passed;
  });
}
