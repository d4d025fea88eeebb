// What an event knows afterwards: four times. Whose clock they come from, how fine it is, and what
// they say about the cost of a launch.

#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace {

// One line: '.' in the queue, '-' handed to the device, '#' running.
std::string drawing(const common::EventTimes& times, cl_ulong first, cl_ulong last) {
  constexpr std::size_t width = 60;
  const auto column = [&](cl_ulong time) {
    return static_cast<std::size_t>(static_cast<double>(time - first) * width /
                                    static_cast<double>(std::max<cl_ulong>(1, last - first)));
  };
  std::string line(width + 1, ' ');
  std::fill(line.begin() + column(times.queued), line.begin() + column(times.submitted), '.');
  std::fill(line.begin() + column(times.submitted), line.begin() + column(times.started), '-');
  std::fill(line.begin() + column(times.started), line.begin() + column(times.ended) + 1, '#');
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

double microseconds(cl_ulong from, cl_ulong to) {
  return 1e-3 * (static_cast<double>(to) - static_cast<double>(from));
}

// The difference of two clocks, as far as one reading tells: it lies between two values.
struct Window {
  double low = -1e300;
  double high = 1e300;
  double width() const { return std::abs(high - low); } // crossed: they drifted while we looked
};

double host_now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

} // namespace

Json what_happened_when(Lab& lab) {
  const std::size_t n = lab.quick ? 20'000 : 4'000'000;
  const std::vector<cl_uint> data(n, 5);
  std::vector<cl_uint> result(n);
  const std::size_t bytes = n * sizeof(cl_uint);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  cl::Kernel kernel(lab.program, "multiply");
  common::set_args(kernel, buffer, cl_uint{3}, static_cast<cl_uint>(n));
  const cl::NDRange local_size = common::fit_local_size(lab.device, kernel, cl::NDRange(64));
  const cl::NDRange global_size = common::round_up(cl::NDRange(n), local_size);
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, result.data());
  common::launch(lab.queue, kernel, global_size, local_size).wait(); // the first launch is special

  // [times]
  struct Command {
    const char* name;
    cl::Event event;
  };
  std::vector<Command> commands{{"write", {}}, {"kernel", {}}, {"read", {}}};
  lab.queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, data.data(), nullptr,
                               &commands[0].event);
  commands[1].event = common::launch(lab.queue, kernel, global_size, local_size);
  lab.queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, result.data(), nullptr,
                              &commands[2].event);
  cl::WaitForEvents({commands[0].event, commands[1].event, commands[2].event});
  // [/times]
  verify(result == std::vector<cl_uint>(n, 15), "the device has multiplied all numbers by 3");

  // One of the four questions, as the bindings ask it. common::event_times() asks all of them.
  const auto first = commands.front().event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>();
  const auto last = commands.back().event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  const bool has_times = harness::clock_runs(lab);
  Json rows = Json::array();
  std::vector<std::string> lines;
  cl_ulong previous_end = 0;
  harness::Table table({{"command"},
                        {"queued", harness::Table::Align::right},
                        {"submitted", harness::Table::Align::right},
                        {"started", harness::Table::Align::right},
                        {"ended", harness::Table::Align::right},
                        {"executed", harness::Table::Align::right}});
  for (const Command& command : commands) {
    const common::EventTimes times = common::event_times(command.event);
    verify(times.queued <= times.submitted && times.submitted <= times.started &&
               times.started <= times.ended,
           "the four times are in order");
    verify(!has_times || times.started >= previous_end,
           "an in-order queue runs one command after the other");
    previous_end = times.ended;
    lines.push_back(fmt::format("  {:<7} |{}", command.name, drawing(times, first, last)));
    const double queued = microseconds(first, times.queued);
    const double submitted = microseconds(first, times.submitted);
    const double started = microseconds(first, times.started);
    const double ended = microseconds(first, times.ended);
    table.add({command.name, fmt::format("{:.1f}", queued), fmt::format("{:.1f}", submitted),
               fmt::format("{:.1f}", started), fmt::format("{:.1f}", ended),
               fmt::format("{:.1f}", 1e3 * times.execution_ms())});
    rows.push_back({{"command", command.name},
                    {"queued_us", queued},
                    {"submitted_us", submitted},
                    {"started_us", started},
                    {"ended_us", ended},
                    {"executed_us", 1e3 * times.execution_ms()}});
  }
  for (const std::string& line : lines)
    fmt::print("{}\n", line);
  fmt::print("  . in the queue   - handed to the device   # running\n\n");
  fmt::print("Microseconds since the first was queued:\n{}", table.text());
  return {{"bytes", bytes}, {"rows", rows}};
}

Json whose_clock_is_it(Lab& lab) {
  if (!harness::clock_runs(lab))
    throw common::Skip("such times say nothing about a clock.");
  const auto claimed = lab.device.getInfo<CL_DEVICE_PROFILING_TIMER_RESOLUTION>();
  // The command is queued between two looks at the host's clock. So the difference of the clocks is
  // known up to the time in between, and each further command narrows it.
  const cl::Kernel nothing(lab.program, "nothing");
  std::vector<cl_ulong> readings;
  const auto compare_clocks = [&] {
    Window difference;
    for (int i = 0; i < (lab.quick ? 50 : 500); ++i) {
      // [clock]
      cl::Event event;
      const double before = host_now_us();
      lab.queue.enqueueNDRangeKernel(nothing, cl::NullRange, 1, 1, nullptr, &event);
      const double after = host_now_us();
      const common::EventTimes times = common::event_times(event);
      const double queued = 1e-3 * static_cast<double>(times.queued);
      const double grain = 1e-3 * static_cast<double>(claimed);
      difference.low = std::max(difference.low, queued - grain - after);
      difference.high = std::min(difference.high, queued + grain - before);
      // [/clock]
      readings.insert(readings.end(), {times.started, times.ended});
    }
    return difference;
  };
  const double start = host_now_us();
  const Window earlier = compare_clocks();
  lab.enqueue_busy(lab.quick ? 20 : 200).wait(); // let the clocks drift apart
  const Window later = compare_clocks();
  const double seconds = 1e-6 * (host_now_us() - start);

  // All times of starts and ends are multiples of the grain, counted from the first.
  cl_ulong grain = 0;
  const cl_ulong origin = *std::min_element(readings.begin(), readings.end());
  for (const cl_ulong reading : readings)
    grain = std::gcd(grain, reading - origin);
  const double difference = 0.5 * (earlier.low + earlier.high);
  const double drift = 0.5 * (later.low + later.high) - difference;
  const double drift_error = 0.5 * (earlier.width() + later.width());
  fmt::print("  the device says its clock counts in steps of  {} ns\n", claimed);
  fmt::print("  {:>5} starts and ends are multiples of        {} ns\n", readings.size(), grain);
  fmt::print("  device clock minus host clock                 {:.1f} us, known to {:.1f} us\n",
             difference, earlier.width());
  fmt::print("  after {:.2f} s it had changed by                {:.1f} us, known to {:.1f} us\n",
             seconds, drift, drift_error);
  verify(grain >= 1, "the clock runs");

  Json timers;
  // [timers]
  cl_ulong resolution = 0; // stays 0 where the platform has no such timers
  if (common::device_version(lab.device) >= 210)
    cl::Platform(lab.device.getInfo<CL_DEVICE_PLATFORM>())
        .getInfo(CL_PLATFORM_HOST_TIMER_RESOLUTION, &resolution);
  if (resolution > 0) {
    const std::pair<cl_ulong, cl_ulong> both = lab.device.getDeviceAndHostTimer();
    const cl_ulong host = lab.device.getHostTimer(); // the same clock as both.second, read later
    verify(host >= both.second, "the host timer runs forward");
    // [/timers]
    fmt::print("  the platform's timers: device {} ns, host {} ns, host again {} ns\n", both.first,
               both.second, host);
    timers = {{"device", both.first}, {"host", both.second}, {"host_again", host}};
  } else {
    fmt::print("  the platform's timers (clGetDeviceAndHostTimer): not offered here\n");
  }
  return {{"claimed_ns", claimed},          {"observed_ns", grain}, {"difference_us", difference},
          {"known_to_us", earlier.width()}, {"seconds", seconds},   {"drift_us", drift},
          {"drift_known_to", drift_error},  {"timers", timers}};
}

Json what_does_a_launch_cost(Lab& lab) {
  const int count = lab.quick ? 100 : 2000;
  Json rows = Json::array();
  const auto add = [&](const std::string& what, double microseconds) {
    fmt::print("  {:<46} {:>9.2f} us\n", what, microseconds);
    rows.push_back({{"what", what}, {"us", microseconds}});
    return microseconds;
  };
  const cl::Program fresh = common::build_kernel_file( // never launched before
      lab.context, lab.device, "05_events_and_profiling/multiply.cl");
  const cl::Kernel nothing(fresh, "nothing");
  const auto launch = [&](cl::Event* event = nullptr) {
    lab.queue.enqueueNDRangeKernel(nothing, cl::NullRange, 1, 1, nullptr, event);
  };
  common::Stopwatch watch;
  launch();
  lab.queue.finish();
  add("the very first launch of the kernel", 1e3 * watch.milliseconds());

  // [launch-cost]
  common::Samples calls, alone, waiting, running;
  for (int i = 0; i < count; ++i) {
    cl::Event event;
    watch.restart();
    launch(&event);
    calls.values.push_back(1e3 * watch.milliseconds());
    event.wait();
    alone.values.push_back(1e3 * watch.milliseconds());
    const common::EventTimes times = common::event_times(event);
    waiting.values.push_back(1e3 * times.waiting_ms());
    running.values.push_back(1e3 * times.execution_ms());
  }
  add("the enqueue call alone", calls.median());
  add("launch and wait, each time", alone.median());
  watch.restart();
  for (int i = 0; i < count; ++i)
    launch();
  lab.queue.finish();
  add(fmt::format("launch {} times, then wait: each", count), 1e3 * watch.milliseconds() / count);
  add("by its event: from queued to started", waiting.median());
  add("by its event: from started to ended", running.median());
  // [/launch-cost]
  verify(calls.median() <= alone.median(), "a call does not take longer than a call and a wait");
  return {{"launches", count}, {"rows", rows}};
}
