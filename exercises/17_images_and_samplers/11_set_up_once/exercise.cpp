#include "exercise.hpp"

#include "common/launch.hpp"

#include <stdexcept>

namespace {

const char* const source = R"(
kernel void filter(read_only image2d_t in, sampler_t edge, constant float* weights, int width, int height,
                   write_only image2d_t out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= get_image_width(out) || y >= get_image_height(out))
    return;
  float4 sum = 0.0f;
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i)
      sum += weights[j * width + i] * read_imagef(in, edge, (int2)(x + i - width / 2, y + j - height / 2));
  write_imagef(out, (int2)(x, y), sum);
}
)";

cl::Device chosen;

} // namespace

struct ImageFilter::State {};

void ImageFilter::init(const cl::Device& device) {
  chosen = device;
}

Picture ImageFilter::filter(const Picture& picture, const Weights& weights) {
  const cl::Context context(chosen);
  const cl::CommandQueue queue(context, chosen);
  cl::Program program(context, source);
  program.build({chosen});
  cl::Kernel kernel(program, "filter");
  const cl::Sampler edge(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);

  const cl::ImageFormat format(CL_RGBA, CL_UNORM_INT8);
  const cl::Image2D in(context, CL_MEM_READ_ONLY, format, picture.width, picture.height);
  const cl::Image2D out(context, CL_MEM_WRITE_ONLY, format, picture.width, picture.height);
  const std::size_t bytes = weights.values.size() * sizeof(float);
  const cl::Buffer values(context, CL_MEM_READ_ONLY, bytes);
  queue.enqueueWriteImage(in, CL_TRUE, {0, 0, 0}, {picture.width, picture.height, 1}, 0, 0,
                          picture.pixels.data());
  queue.enqueueWriteBuffer(values, CL_TRUE, 0, bytes, weights.values.data());
  kernel.setArg(0, in);
  kernel.setArg(1, edge);
  kernel.setArg(2, values);
  kernel.setArg(3, weights.width);
  kernel.setArg(4, weights.height);
  kernel.setArg(5, out);
  const cl::NDRange local = common::fit_local_size(chosen, kernel, {8, 8});
  queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                             common::round_up({picture.width, picture.height}, local), local);
  Picture result = picture;
  queue.enqueueReadImage(out, CL_TRUE, {0, 0, 0}, {picture.width, picture.height, 1}, 0, 0,
                         result.pixels.data());
  return result;
}

void ImageFilter::finalize() {}
