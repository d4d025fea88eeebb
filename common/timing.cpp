#include "common/timing.hpp"

#include <algorithm>
#include <cmath>

namespace common {

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

} // namespace common
