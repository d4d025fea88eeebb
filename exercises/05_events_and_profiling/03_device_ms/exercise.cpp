#include "exercise.hpp"

double device_ms(const cl::Event& event) {
  const auto begin = event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>();
  event.wait();
  const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  return 1e-6 * static_cast<double>(end - begin);
}
