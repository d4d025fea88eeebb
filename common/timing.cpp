#include "common/timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

} // namespace common
