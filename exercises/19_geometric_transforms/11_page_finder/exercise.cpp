#include "exercise.hpp"

#include "common/launch.hpp"

namespace {

const char* const source = R"(
kernel void stretch(global const uchar4* in, int width, int height, global uchar4* out, int out_width,
                    int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < out_width && y < out_height)
    out[y * out_width + x] = in[y * height / out_height * width + x * width / out_width];
}
)";

} // namespace

Picture straighten(const cl::Device& device, const Picture& photo, int width, int height) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build();
  Picture page{width, height, std::vector<cl_uchar>(4 * static_cast<std::size_t>(width * height))};
  const cl::Buffer in(context, CL_MEM_READ_ONLY, photo.pixels.size());
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, page.pixels.size());
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, photo.pixels.size(), photo.pixels.data());
  cl::Kernel stretch(program, "stretch");
  common::set_args(stretch, in, photo.width, photo.height, out, width, height);
  const cl::NDRange local = common::fit_local_size(device, stretch, {8, 8});
  const cl::NDRange all(static_cast<std::size_t>(width), static_cast<std::size_t>(height));
  queue.enqueueNDRangeKernel(stretch, cl::NullRange, common::round_up(all, local), local);
  queue.enqueueReadBuffer(out, CL_TRUE, 0, page.pixels.size(), page.pixels.data());
  return page;
}
