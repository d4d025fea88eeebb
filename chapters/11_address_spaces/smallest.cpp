// The smallest program with local memory: work-items of a group give each other numbers.
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Kernel kernel(common::build_kernel_file(context, device, "11_address_spaces/smallest.cl"),
                      "shift");
    std::vector<cl_int> numbers{1, 2, 3, 4, 5, 6, 7, 8};
    const cl::Buffer x(context, numbers.begin(), numbers.end(), false); // false: not read-only
    const std::size_t local_size = common::fit_local_size(device, kernel, {4})[0];
    kernel.setArg(0, x);
    kernel.setArg(1, cl::Local(local_size * sizeof(cl_int)));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, numbers.size(), local_size);
    cl::copy(queue, x, numbers.begin(), numbers.end()); // a blocking read
    fmt::print("in groups of {}: {}\n", local_size, fmt::join(numbers, " "));
    return common::exit_passed;
  });
}
