#include "lab.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/session.hpp"

#include <filesystem>
#include <fmt/format.h>

Lab::Lab(const cl::Device& chosen, bool in_short, double delay)
    : harness::Session(chosen), quick(in_short), delay_ms(delay), busy(*this),
      has_times(harness::clock_runs(*this)) {}

// [new-queue]
cl::CommandQueue Lab::new_queue(bool out_of_order) const {
  cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;
  if (out_of_order) {
    properties |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (!(device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
      throw common::Skip("this device has no out-of-order queues.");
  }
  return cl::CommandQueue(context, device, properties);
}
// [/new-queue]

cl::Buffer Lab::number(cl_uint value) const {
  return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof value, &value);
}

cl_uint Lab::value_of(const cl::Buffer& buffer) const {
  cl_uint value = 0;
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
  return value;
}

void show(const Lab& lab, const std::string& name, const std::string& title,
          const std::vector<Timeline>& timelines) {
  if (!lab.has_times) {
    fmt::print("  no timelines, as there are no times\n");
    return;
  }
  for (const Timeline& timeline : timelines)
    fmt::print("{}", timeline.text());
  if (lab.figures.empty())
    return;
  std::filesystem::create_directories(lab.figures);
  const auto file = std::filesystem::path(lab.figures) / (name + ".svg");
  common::write_text(file, svg(title, timelines));
  fmt::print("  drawn in {}\n", file.generic_string());
}
