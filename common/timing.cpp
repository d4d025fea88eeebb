#include "common/timing.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>

namespace common {
namespace {

std::atomic<const Progress*> speaker = nullptr; // the innermost one

} // namespace

// [event-times]
EventTimes event_times(const cl::Event& event) {
  event.wait();
  return {event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_END>()};
}
// [/event-times]

// [samples]
double Samples::median() const {
  if (values.empty())
    return NAN;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

double Samples::min() const {
  return values.empty() ? NAN : *std::min_element(values.begin(), values.end());
}

double Samples::max() const {
  return values.empty() ? NAN : *std::max_element(values.begin(), values.end());
}

double Samples::spread() const {
  return (max() - min()) / median();
}
// [/samples]

// [progress]
Progress::Progress(std::string what, double expected_s)
    : outer_(speaker.exchange(this)), thread_([this, what, expected_s](std::stop_token stop) {
        const Stopwatch watch;
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any stopped;
        const auto ends = [&] { return stop.stop_requested(); };
        for (std::chrono::seconds pause{2}; !stopped.wait_for(lock, stop, pause, ends);
             pause = std::chrono::seconds{5}) {
          const double seconds = watch.seconds();
          const double part = part_ > 0 ? part_.load() : expected_s > 0 ? seconds / expected_s : 0;
          const std::string line =
              part > 0 && part < 1 ? fmt::format("{}: {:.0f} %, {:.0f} s left\n", what, 100 * part,
                                                 std::ceil(seconds * (1 - part) / part))
                                   : fmt::format("{}: {:.0f} s so far\n", what, seconds);
          if (speaker == this)
            std::fputs(line.c_str(), stderr); // fmt::print throws where stderr is closed
        }
      }) {}

Progress::~Progress() {
  speaker = outer_;
}
// [/progress]

} // namespace common
