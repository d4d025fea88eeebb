#include "exercise.hpp"

cl::Event when_all(const cl::Context& context, const std::vector<cl::Event>& events) {
  cl::UserEvent all(context);
  for (const cl::Event& event : events)
    event.wait();
  all.setStatus(CL_COMPLETE);
  return all;
}
