// Two kernels read each number once and write each number once. Only the order differs.
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"

#include <fmt/format.h>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
    const cl::Program program =
        common::build_kernel_file(context, device, "14_how_devices_run_kernels/roofline.cl");
    constexpr cl_uint n = 1U << 20;
    const cl::Buffer in(context, CL_MEM_READ_WRITE, n * sizeof(float));
    const cl::Buffer out(context, CL_MEM_READ_WRITE, n * sizeof(float));
    queue.enqueueFillBuffer(in, 3.0F, 0, n * sizeof(float));
    for (const char* name : {"scale", "columns"}) {
      cl::Kernel kernel(program, name);
      common::set_args(kernel, in, out, n);
      queue.enqueueFillBuffer(out, 0.0F, 0, n * sizeof(float));
      const cl::NDRange local = common::fit_local_size(device, kernel, {256});
      common::launch(queue, kernel, {n}, local).wait(); // the first launch may compile
      const cl::Event event = common::launch(queue, kernel, {n}, local);
      std::vector<float> got(n);
      queue.enqueueReadBuffer(out, CL_TRUE, 0, n * sizeof(float), got.data());
      if (got != std::vector<float>(n, 7.0F))
        throw common::Error("not every number is 2 * 3 + 1.");
      fmt::print("{:8} {:7.3f} ms\n", name, common::event_times(event).execution_ms());
    }
    return common::exit_passed;
  });
}
