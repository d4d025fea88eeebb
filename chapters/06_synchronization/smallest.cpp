// Two commands in two queues: the one that reads names the one that writes in its wait list.

#include "common/device.hpp"
#include "common/error.hpp"

#include <array>
#include <fmt/format.h>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    // [two]
    const cl::CommandQueue writer(context, device);
    const cl::CommandQueue reader(context, device);
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 1000 * sizeof(cl_uint));

    cl::Event filled;
    writer.enqueueFillBuffer(buffer, cl_uint{7}, 0, 1000 * sizeof(cl_uint), nullptr, &filled);
    writer.flush(); // the reader can only wait for a command that is on its way

    std::array<cl_uint, 1000> numbers{};
    const std::vector<cl::Event> wait_list{filled};
    reader.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof numbers, numbers.data(), &wait_list);
    // [/two]
    for (const cl_uint number : numbers)
      if (number != 7)
        throw common::Error("the read was too early.");
    fmt::print("1000 numbers, and each is 7\n");
    return common::exit_passed;
  });
}
