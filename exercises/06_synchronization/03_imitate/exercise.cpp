#include "exercise.hpp"

void barrier(const cl::CommandQueue& queue, const std::vector<cl::Event>& events) {
  (void)events;
  queue.flush();
}

cl::Event marker(const cl::CommandQueue& queue, const cl::Buffer& spare,
                 const std::vector<cl::Event>& events) {
  (void)queue;
  (void)spare;
  return events.front();
}
