// Each work-item writes the letter of its work-group to its own place: a drawing of the NDRange.
#include "common/device.hpp"
#include "common/error.hpp"

#include <cstdio>
#include <string>

const char* source = R"(
kernel void letters(global char* text, uint columns, uint rows) {
  size_t x = get_global_id(0), y = get_global_id(1);
  size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  if (x < columns && y < rows)
    text[y * columns + x] = 'A' + group;
})";

int run() {
  const cl::Device device = common::pick_device();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build(device);
  const cl_uint columns = 10, rows = 5;
  std::string text(columns * rows, '.');
  const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, text.size());
  queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, text.size(), text.data());
  cl::Kernel kernel(program, "letters");
  kernel.setArg(0, buffer);
  kernel.setArg(1, columns);
  kernel.setArg(2, rows);
  const bool large = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device) >= 4 * 2;
  const cl::NDRange local = large ? cl::NDRange(4, 2) : cl::NDRange(1, 1);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(12, 6), local);

  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, text.size(), text.data());
  for (cl_uint y = 0; y < rows; ++y)
    std::printf("%.10s\n", &text[y * columns]);
  return 0;
}

int main() {
  return common::run_main(run);
}
