#include "exercise.hpp"

#include "common/launch.hpp"

namespace {

const char* const source = R"(
// The radius of the blur in row y.
int radius_of(const int y, const int focus, const int slope, const int largest) {
  return 0;
}

kernel void copy(global const uchar4* in, global uchar4* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
}
)";

} // namespace

Picture miniature(const cl::Device& device, const Picture& picture, int focus, int slope,
                  int largest) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build();
  const cl::Buffer in(context, CL_MEM_READ_ONLY, picture.pixels.size());
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, picture.pixels.size());
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, picture.pixels.size(), picture.pixels.data());
  cl::Kernel copy(program, "copy");
  common::set_args(copy, in, out, picture.width, picture.height);
  const cl::NDRange local = common::fit_local_size(device, copy, {8, 8});
  const cl::NDRange all(static_cast<std::size_t>(picture.width),
                        static_cast<std::size_t>(picture.height));
  queue.enqueueNDRangeKernel(copy, cl::NullRange, common::round_up(all, local), local);
  Picture result = picture;
  queue.enqueueReadBuffer(out, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  return result;
}
