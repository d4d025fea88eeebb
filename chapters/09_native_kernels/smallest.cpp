// A function of this program as a command of a queue.
#include "common/device.hpp"
#include "common/error.hpp"

#include <fmt/format.h>

void CL_CALLBACK triple(void* record) {
  auto* numbers = *static_cast<cl_int**>(record); // the record holds a pointer to the numbers
  for (int i = 0; i < 4; ++i)
    numbers[i] *= 3;
}

int main() {
  return common::run_main([] {
    const cl::Device device = common::pick_device();
    if (!(device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>() & CL_EXEC_NATIVE_KERNEL))
      throw common::Skip("this device runs no functions of the host: try OCL_DEVICE=cpu.");
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl_int numbers[]{1, 2, 3, 4};
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, sizeof numbers);
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof numbers, numbers);

    void* record = buffer(); // the buffer's handle; the driver puts a pointer in its place
    const std::vector<cl::Memory> buffers{buffer};
    const std::vector<const void*> places{&record};
    queue.enqueueNativeKernel(triple, {&record, sizeof record}, &buffers, &places);

    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof numbers, numbers);
    fmt::print("{} {} {} {}\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    return common::exit_passed;
  });
}
