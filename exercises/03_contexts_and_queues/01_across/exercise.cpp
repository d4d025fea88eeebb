#include "exercise.hpp"

void copy_across(const cl::CommandQueue& from, const cl::Buffer& a, const cl::CommandQueue& to,
                 const cl::Buffer& b, std::size_t bytes) {
  to.enqueueCopyBuffer(a, b, 0, 0, bytes);
  from.finish();
  to.finish();
}
