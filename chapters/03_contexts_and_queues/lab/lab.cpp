#include "lab.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include <fmt/format.h>

Lab::Lab(std::vector<cl::Device> devices, bool in_short)
    : harness::Session(devices.front()), chosen(std::move(devices)), quick(in_short) {}

harness::ProcessResult Lab::start_child(const std::string& task,
                                        const harness::ProcessOptions& options) const {
  return harness::run_process(
      {common::own_executable().string(), "--device", harness::index_of(device), "--child", task},
      options);
}

cl::Platform platform_of(const cl::Device& device) {
  return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>());
}

std::string answer(cl_int code) {
  return code == CL_SUCCESS ? "accepted" : common::error_name(code);
}

cl::Buffer number_in(const cl::Context& context, cl_uint value) {
  return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof value, &value);
}

cl_uint value_of(const cl::CommandQueue& queue, const cl::Buffer& buffer) {
  cl_uint value = 0;
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
  return value;
}

std::string fate_of(const harness::ProcessResult& child) {
  return child.timed_out          ? "did not end, and was stopped"
         : child.exit_code >= 128 ? fmt::format("died of signal {}", child.exit_code - 128)
                                  : fmt::format("ended with exit code {}", child.exit_code);
}
