#include "exercise.hpp"

void barrier(const cl::CommandQueue& queue, const std::vector<cl::Event>& events) {
  (void)events;
  queue.flush();
}
