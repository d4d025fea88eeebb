#include "exercise.hpp"

#include <algorithm>
#include <limits>

Spent spent(const std::vector<cl::Event>& events) {
  cl::WaitForEvents(events);
  cl_ulong busy = 0, first = std::numeric_limits<cl_ulong>::max(), last = 0;
  for (const cl::Event& event : events) {
    const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    busy += end - start;
    first = std::min(first, start);
    last = std::max(last, end);
  }
  return {1e-6 * static_cast<double>(busy), 1e-6 * static_cast<double>(last - first)};
}
