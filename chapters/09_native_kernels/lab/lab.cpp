#include "lab.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

double now_ms() {
  static const common::Stopwatch watch; // since the first question
  return watch.milliseconds();
}

} // namespace

// [capability]
bool runs_native_kernels(const cl::Device& device) {
  const auto can = device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>();
  return (can & CL_EXEC_NATIVE_KERNEL) != 0; // CL_EXEC_KERNEL, the other bit, is always set
}
// [/capability]

Lab::Lab(const cl::Device& chosen, bool in_short, bool without)
    : harness::Session(chosen), quick(in_short), native(!without && runs_native_kernels(chosen)),
      program(common::build_kernel_file(context, device, "09_native_kernels/steps.cl")),
      multiply_kernel(program, "multiply"),
      multiply_local_size(common::fit_local_size(device, multiply_kernel, cl::NDRange(64))) {}

void Lab::need_native_kernels() const {
  if (!native)
    throw common::Skip("this device runs no host functions (CL_DEVICE_EXECUTION_CAPABILITIES "
                       "without CL_EXEC_NATIVE_KERNEL). What works everywhere: --only without.");
}

cl::CommandQueue Lab::out_of_order_queue() const {
  if (!(device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    throw common::Skip("this device has no out-of-order queues.");
  return cl::CommandQueue(context, device,
                          CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

cl::Event Lab::multiply(const cl::Buffer& data, cl_uint factor, std::size_t n) {
  // Some callers have a command in the queue that waits for a user event. Until it is set, nothing but events may be
  // released (section 5.11): the kernel has to outlive the call.
  common::set_args(multiply_kernel, data, factor, static_cast<cl_uint>(n));
  cl::Event event;
  queue.enqueueNDRangeKernel(multiply_kernel, cl::NullRange,
                             common::round_up(cl::NDRange(n), multiply_local_size),
                             multiply_local_size, nullptr, &event);
  return event;
}

OnShift::OnShift(Shift& shift) : shift_(shift) {
  shift_.thread = std::this_thread::get_id();
  shift_.started = now_ms();
}

OnShift::~OnShift() {
  shift_.ended = now_ms();
}

Json show_shifts(const std::vector<Shift>& shifts) {
  double first = shifts.front().started, last = first, busy = 0.0;
  for (const Shift& shift : shifts) {
    first = std::min(first, shift.started);
    last = std::max(last, shift.ended);
    busy += shift.ended - shift.started;
  }
  constexpr double width = 40.0;
  const double scale = width / std::max(last - first, 1e-9);
  std::vector<std::thread::id> threads;
  Json rows = Json::array();
  for (const Shift& shift : shifts) {
    const auto known = std::find(threads.begin(), threads.end(), shift.thread);
    const auto number = known - threads.begin() + 1;
    if (known == threads.end())
      threads.push_back(shift.thread);
    const bool own = shift.thread == std::this_thread::get_id();
    std::string line(static_cast<std::size_t>(width) + 1, ' ');
    const auto column = [&](double time) {
      return line.begin() + static_cast<std::ptrdiff_t>((time - first) * scale);
    };
    std::fill(column(shift.started), column(shift.ended) + 1, '#');
    fmt::print("    {:<9} thread {} [{}] {:6.2f} - {:6.2f} ms\n", shift.name, number, line,
               shift.started - first, shift.ended - first);
    rows.push_back({{"name", shift.name},
                    {"thread", number},
                    {"own_thread", own},
                    {"started_ms", shift.started - first},
                    {"ended_ms", shift.ended - first}});
  }
  return {{"rows", rows},
          {"threads", threads.size()},
          {"at_a_time", busy / std::max(last - first, 1e-9)}};
}
