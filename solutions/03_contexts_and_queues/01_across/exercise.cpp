#include "exercise.hpp"

#include <vector>

void copy_across(const cl::CommandQueue& from, const cl::Buffer& a, const cl::CommandQueue& to,
                 const cl::Buffer& b, std::size_t bytes) {
  std::vector<unsigned char> between(bytes);
  from.enqueueReadBuffer(a, CL_TRUE, 0, bytes, between.data());
  to.enqueueWriteBuffer(b, CL_TRUE, 0, bytes, between.data());
}
