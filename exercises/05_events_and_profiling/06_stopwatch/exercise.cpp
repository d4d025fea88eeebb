#include "exercise.hpp"

Spent spent(const std::vector<cl::Event>& events) {
  const auto begin = events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const auto end = events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
  const double ms = 1e-6 * static_cast<double>(end - begin);
  return {ms, ms};
}
