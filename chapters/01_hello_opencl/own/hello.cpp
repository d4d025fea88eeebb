#define CL_HPP_ENABLE_EXCEPTIONS          // a failed call throws cl::Error
#define CL_HPP_TARGET_OPENCL_VERSION 300  // use what OpenCL 3.0 has ...
#define CL_HPP_MINIMUM_OPENCL_VERSION 110 // ... and run on platforms as old as 1.1
#include <CL/opencl.hpp>

#include <cstdio>
#include <vector>

const char* source = R"(
kernel void vector_add(global const float* a, global const float* b, global float* c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
})";

int main() try {
  std::vector<float> a{1, 2, 3, 4}, b{10, 20, 30, 40}, c(4);
  const std::size_t bytes = 4 * sizeof(float);

  cl::Device device = cl::Device::getDefault(); // 1. a device
  cl::Context context(device);                  // 2. a context and a queue
  cl::CommandQueue queue(context, device);
  cl::Buffer a_buffer(context, CL_MEM_READ_ONLY, bytes); // 3. memory on the device
  cl::Buffer b_buffer(context, CL_MEM_READ_ONLY, bytes);
  cl::Buffer c_buffer(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(a_buffer, CL_TRUE, 0, bytes, a.data());
  queue.enqueueWriteBuffer(b_buffer, CL_TRUE, 0, bytes, b.data());
  cl::Program program(context, source); // 4. the kernel, compiled
  program.build();
  cl::Kernel kernel(program, "vector_add");
  kernel.setArg(0, a_buffer); // 5. its arguments
  kernel.setArg(1, b_buffer);
  kernel.setArg(2, c_buffer);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, 4, 1);        // 6. run it four times
  queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data()); // 7. fetch the result
  std::printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
} catch (const cl::Error& error) {
  std::fprintf(stderr, "%s failed with error %d\n", error.what(), error.err());
  return 1;
}
