#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>
#include <vector>

int main() {
  return common::run_main([] {
    // [smallest]
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    constexpr std::size_t one = sizeof(cl_int); // 4 bytes

    std::vector<cl_int> some{1, 2, 3}, all(10);
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 10 * one);
    queue.enqueueFillBuffer(buffer, cl_int{7}, 0, 10 * one);                  // sevens everywhere
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 2 * one, 3 * one, some.data()); // 1 2 3 at index 2
    queue.enqueueCopyBuffer(buffer, buffer, 2 * one, 6 * one, 3 * one);       // and at index 6
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 10 * one, all.data());
    // [/smallest]
    for (const cl_int number : all)
      std::printf("%d ", number);
    std::printf("\n");
    return all == std::vector<cl_int>{7, 7, 1, 2, 3, 7, 1, 2, 3, 7} ? common::exit_passed
                                                                    : common::exit_failed;
  });
}
