#include "exercise.hpp"

#include "common/launch.hpp"

namespace {

const char* const source = R"(
// The radius of the blur in row y.
int radius_of(const int y, const int focus, const int slope, const int largest) {
  return min((int)abs(y - focus) / slope, largest);
}

kernel void rows(global const uchar4* in, global float4* middle, int width, int height, int focus, int slope,
                 int largest) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int radius = radius_of(y, focus, slope, largest);
  float4 sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += convert_float4(in[y * width + clamp(x + i, 0, width - 1)]);
  middle[y * width + x] = sum / (2 * radius + 1);
}

kernel void columns(global const float4* middle, global uchar4* out, int width, int height, int focus, int slope,
                    int largest) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int radius = radius_of(y, focus, slope, largest);
  float4 sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += middle[clamp(y + j, 0, height - 1) * width + x];
  out[y * width + x] = convert_uchar4_sat_rte(sum / (2 * radius + 1));
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
  const cl::Buffer middle(context, CL_MEM_READ_WRITE, sizeof(float) * picture.pixels.size());
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, picture.pixels.size());
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, picture.pixels.size(), picture.pixels.data());
  const auto run = [&](const char* name, const cl::Buffer& from, const cl::Buffer& to) {
    cl::Kernel kernel(program, name);
    common::set_args(kernel, from, to, picture.width, picture.height, focus, slope, largest);
    const cl::NDRange local = common::fit_local_size(device, kernel, {8, 8});
    const cl::NDRange all(static_cast<std::size_t>(picture.width),
                          static_cast<std::size_t>(picture.height));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, common::round_up(all, local), local);
  };
  run("rows", in, middle);
  run("columns", middle, out);
  Picture result = picture;
  queue.enqueueReadBuffer(out, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  return result;
}
