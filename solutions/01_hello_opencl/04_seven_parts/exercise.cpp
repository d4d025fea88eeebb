#include "exercise.hpp"

namespace {

const char* source = R"(
kernel void reverse(global const float* a, global float* c, uint n) {
  const size_t i = get_global_id(0);
  c[i] = a[n - 1 - i];
}
)";

} // namespace

std::vector<float> reversed(const cl::Device& device, const std::vector<float>& a) {
  const std::size_t n = a.size();
  const std::size_t bytes = n * sizeof(float);

  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);

  cl::Program program(context, source);
  program.build();

  const cl::Buffer a_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer c_buffer(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(a_buffer, CL_FALSE, 0, bytes, a.data());

  cl::Kernel kernel(program, "reverse");
  kernel.setArg(0, a_buffer);
  kernel.setArg(1, c_buffer);
  kernel.setArg(2, static_cast<cl_uint>(n));

  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(1));

  std::vector<float> c(n);
  queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  return c;
}
