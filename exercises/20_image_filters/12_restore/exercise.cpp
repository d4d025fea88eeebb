#include "exercise.hpp"

#include "common/launch.hpp"

namespace {

const char* const source = R"(
// The plain median of 3 x 3.
uchar middle(uchar a, uchar b, uchar c) {
  return max(min(a, b), min(max(a, b), c));
}

kernel void mend(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar least[3], between[3], most[3];
  for (int j = 0; j < 3; ++j) {
    global const uchar* row = in + clamp(y + j - 1, 0, height - 1) * width;
    const uchar a = row[max(x - 1, 0)], b = row[x], c = row[min(x + 1, width - 1)];
    least[j] = min(min(a, b), c);
    between[j] = middle(a, b, c);
    most[j] = max(max(a, b), c);
  }
  out[y * width + x] = middle(max(max(least[0], least[1]), least[2]), middle(between[0], between[1], between[2]),
                              min(min(most[0], most[1]), most[2]));
}
)";

} // namespace

Picture restore(const cl::Device& device, const Picture& noisy) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build();
  const cl::Buffer in(context, CL_MEM_READ_ONLY, noisy.pixels.size());
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, noisy.pixels.size());
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, noisy.pixels.size(), noisy.pixels.data());
  cl::Kernel mend(program, "mend");
  common::set_args(mend, in, out, noisy.width, noisy.height);
  const cl::NDRange local = common::fit_local_size(device, mend, {8, 8});
  const cl::NDRange all(static_cast<std::size_t>(noisy.width),
                        static_cast<std::size_t>(noisy.height));
  queue.enqueueNDRangeKernel(mend, cl::NullRange, common::round_up(all, local), local);
  Picture result = noisy;
  queue.enqueueReadBuffer(out, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  return result;
}
