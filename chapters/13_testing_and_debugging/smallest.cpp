// The smallest check that can fail: poison, a length that nothing divides, and an exit code.
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"

#include <cmath>
#include <fmt/format.h>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const char* const file = "13_testing_and_debugging/smallest.cl";
    cl::Kernel kernel(common::build_kernel_file(context, device, file), "square_pairs");

    std::vector<float> in{1, 2, 3, 4, 5, 6, 7}, out(in.size(), NAN); // NAN is the poison
    const cl::Buffer in_buffer(context, in.begin(), in.end(), true);
    const cl::Buffer out_buffer(context, out.begin(), out.end(), false);
    common::set_args(kernel, in_buffer, out_buffer, static_cast<cl_uint>(in.size()));
    common::launch(queue, kernel, {4}, {1});
    cl::copy(queue, out_buffer, out.begin(), out.end());

    for (std::size_t i = 0; i < in.size(); ++i)
      if (!(out[i] == in[i] * in[i])) // also true for NaN
        throw common::Error(
            fmt::format("element {} should be {}, but is {}.", i, in[i] * in[i], out[i]));
    fmt::print("all {} squares are right\n", in.size());
    return common::exit_passed;
  });
}
