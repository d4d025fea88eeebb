#include "common/timing.hpp"

#include "common/device.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace common {

EventTimes event_times(const cl::Event& event) {
  event.wait();
  return {event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
          event.getProfilingInfo<CL_PROFILING_COMMAND_END>()};
}

bool clock_runs(const Session& session) {
  const cl::Buffer number(session.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  const auto end_of_one = [&] {
    cl::Event event;
    session.queue.enqueueFillBuffer(number, cl_uint{0}, 0, sizeof(cl_uint), nullptr, &event);
    return event_times(event).ended;
  };
  const cl_ulong first = end_of_one();
  const Stopwatch watch; // a clock may be coarse
  while (watch.milliseconds() < 50.0)
    if (end_of_one() != first)
      return true;
  report_driver_error(session.device, "it gives each command the same times");
  return false;
}

double elapsed_ms(const std::vector<cl::Event>& events) {
  if (events.empty())
    return 0.0;
  cl_ulong first = std::numeric_limits<cl_ulong>::max();
  cl_ulong last = 0;
  for (const cl::Event& event : events) {
    const EventTimes times = event_times(event);
    first = std::min(first, times.started);
    last = std::max(last, times.ended);
  }
  return 1e-6 * static_cast<double>(last - first);
}

double Samples::median() const {
  if (values.empty())
    return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

double Samples::min() const {
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : *std::min_element(values.begin(), values.end());
}

double Samples::max() const {
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : *std::max_element(values.begin(), values.end());
}

double Samples::spread() const {
  return (max() - min()) / median();
}

int calibrated_samples(double one_seconds, const Repetition& repetition) {
  const double wanted = repetition.target_seconds / std::max(one_seconds, 1e-9);
  return static_cast<int>(std::clamp(wanted, static_cast<double>(repetition.min_samples),
                                     static_cast<double>(repetition.max_samples)));
}

Samples measure_ms(const std::function<void()>& body, const Repetition& repetition) {
  body();
  const Stopwatch calibration;
  body();
  const int count = calibrated_samples(calibration.seconds(), repetition);
  Samples samples;
  samples.values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Stopwatch watch;
    body();
    samples.values.push_back(watch.milliseconds());
  }
  return samples;
}

} // namespace common
