#include "exercise.hpp"

#include "common/launch.hpp"

namespace {

const char* const source = R"(
kernel void filter(global const float* in, int width, int height, constant float* weights, global float* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      sum += weights[3 * j + i] * in[clamp(y + j - 1, 0, height - 1) * width + clamp(x + i - 1, 0, width - 1)];
  out[y * width + x] = sum;
}
)";
const std::vector<float> sobel_x{-1, 0, 1, -2, 0, 2, -1, 0, 1};
const std::vector<float> sobel_y{-1, -2, -1, 0, 0, 0, 1, 2, 1};

template <typename T>
cl::Buffer buffer_of(const cl::Context& context, const std::vector<T>& values) {
  return {context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
          const_cast<T*>(values.data())};
}

} // namespace

Edges both_edges(const cl::Device& device, const std::vector<float>& picture, cl_int width,
                 cl_int height) {
  const cl::Context context(device);
  cl::Program program(context, source);
  program.build({device});
  const cl::Buffer in = buffer_of(context, picture);
  const auto filter = [&](const std::vector<float>& weights) {
    const cl::CommandQueue queue(context, device);
    const cl::Buffer weights_buffer = buffer_of(context, weights);
    const std::size_t bytes = picture.size() * sizeof(float);
    const cl::Buffer out(context, CL_MEM_WRITE_ONLY, bytes);
    cl::Kernel kernel(program, "filter");
    kernel.setArg(0, in);
    kernel.setArg(1, width);
    kernel.setArg(2, height);
    kernel.setArg(3, weights_buffer);
    kernel.setArg(4, out);
    const cl::NDRange local = common::fit_local_size(device, kernel, {8, 8});
    queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                               common::round_up(cl::NDRange(width, height), local), local);
    std::vector<float> result(picture.size());
    queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, result.data());
    return result;
  };
  return {filter(sobel_x), filter(sobel_y)};
}
