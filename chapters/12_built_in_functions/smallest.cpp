// How much of a square is inside a quarter of a circle? A work-item for each of 500 x 500 points.

#include "common/device.hpp"
#include "common/error.hpp"

#include <fmt/format.h>

const char* const source = R"cl(
  kernel void quarter(global int* inside) {
    const float2 point = (float2)(get_global_id(0), get_global_id(1)) + 0.5f;
    if (length(point / 500) < 1) // how far from (0, 0)?
      atomic_inc(inside);        // add 1, and lose none
  })cl";

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Program program(context, source);
    program.build(device);
    cl::Kernel kernel(program, "quarter");
    cl_int inside = 0;
    const cl::Buffer buffer(context, CL_MEM_COPY_HOST_PTR, sizeof(inside), &inside);
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(500, 500), cl::NDRange(1, 1));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(inside), &inside);
    fmt::print("pi is about {:.3f}\n", 4.0 * inside / (500 * 500));
    return common::exit_passed;
  });
}
