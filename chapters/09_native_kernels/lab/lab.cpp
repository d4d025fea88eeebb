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

ScopedTiming::ScopedTiming(Timing& timing) : timing_(timing) {
  timing_.thread = std::this_thread::get_id();
  timing_.started = now_ms();
}

ScopedTiming::~ScopedTiming() {
  timing_.ended = now_ms();
}

Json show_timings(const std::vector<Timing>& timings) {
  double first = timings.front().started, last = first, busy = 0.0;
  for (const Timing& timing : timings) {
    first = std::min(first, timing.started);
    last = std::max(last, timing.ended);
    busy += timing.ended - timing.started;
  }
  constexpr double width = 40.0;
  const double scale = width / std::max(last - first, 1e-9);
  std::vector<std::thread::id> threads;
  Json rows = Json::array();
  for (const Timing& timing : timings) {
    const auto known = std::find(threads.begin(), threads.end(), timing.thread);
    const auto number = known - threads.begin() + 1;
    if (known == threads.end())
      threads.push_back(timing.thread);
    const bool own = timing.thread == std::this_thread::get_id();
    std::string line(static_cast<std::size_t>(width) + 1, ' ');
    const auto column = [&](double time) {
      return line.begin() + static_cast<std::ptrdiff_t>((time - first) * scale);
    };
    std::fill(column(timing.started), column(timing.ended) + 1, '#');
    fmt::print("    {:<9} thread {} [{}] {:6.2f} - {:6.2f} ms\n", timing.name, number, line,
               timing.started - first, timing.ended - first);
    rows.push_back({{"name", timing.name},
                    {"thread", number},
                    {"own_thread", own},
                    {"started_ms", timing.started - first},
                    {"ended_ms", timing.ended - first}});
  }
  return {{"rows", rows},
          {"threads", threads.size()},
          {"at_a_time", busy / std::max(last - first, 1e-9)}};
}
