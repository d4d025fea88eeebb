// The smallest complete example of chapter 3: two queues of one context share a buffer; a queue of
// another context has no access to it.

#include "common/device.hpp"
#include "common/error.hpp"

#include <fmt/format.h>

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    const cl::Context context(device);
    const cl::CommandQueue first(context, device), second(context, device);
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, sizeof(cl_int));

    const cl_int sent = 42;
    first.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof sent, &sent);
    cl_int received = 0;
    second.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof received, &received);
    fmt::print("a queue of the same context reads {}\n", received);

    const cl::Context other(device); // the same device
    const cl::CommandQueue foreign(other, device);
    try {
      foreign.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof received, &received);
      fmt::print("a queue of another context: the driver has not noticed\n");
    } catch (const cl::Error& error) {
      fmt::print("a queue of another context: {}\n", common::error_name(error.err()));
    }
    return received == sent ? common::exit_passed : common::exit_failed;
  });
}
