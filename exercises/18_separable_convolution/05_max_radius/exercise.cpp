#include "exercise.hpp"

#include "common/launch.hpp"

#include <fmt/format.h>

namespace {

// The tile reaches MAX_RADIUS pixels to both sides: the filter may be as wide as that.
const char* const source = R"(
kernel void rows(global const float* in, constant float* weights, int radius, global float* out, int width,
                 local float* tile) {
  const int n = get_local_id(0), line = get_local_size(0), x = get_global_id(0);
  for (int k = n; k < line + 2 * MAX_RADIUS; k += line)
    tile[k] = in[clamp(x - n + k - MAX_RADIUS, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width)
    return;
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * tile[n + MAX_RADIUS + i];
  out[x] = sum;
}
)";

} // namespace

LineFilter::LineFilter(const cl::Device& device)
    : device_(device), context_(device), queue_(context_, device) {
  build(16);
}

void LineFilter::build(int max_radius) {
  const cl::Program program(context_, source);
  program.build(fmt::format("-D MAX_RADIUS={}", max_radius).c_str());
  kernel_ = cl::Kernel(program, "rows");
  max_radius_ = max_radius;
}

std::vector<float> LineFilter::filter(const std::vector<float>& row,
                                      const std::vector<float>& weights) {
  const auto bytes = [](const std::vector<float>& values) { return values.size() * sizeof(float); };
  const auto copy = [&](const std::vector<float>& values) {
    return cl::Buffer(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes(values),
                      const_cast<float*>(values.data()));
  };
  const cl::NDRange local = common::fit_local_size(device_, kernel_, {16});
  const cl::Buffer in = copy(row), line = copy(weights);
  const cl::Buffer out(context_, CL_MEM_WRITE_ONLY, bytes(row));
  common::set_args(
      kernel_, in, line, static_cast<cl_int>(weights.size() / 2), out,
      static_cast<cl_int>(row.size()),
      cl::Local((local[0] + 2 * static_cast<std::size_t>(max_radius_)) * sizeof(float)));
  queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, common::round_up({row.size()}, local), local);
  std::vector<float> result(row.size());
  queue_.enqueueReadBuffer(out, CL_TRUE, 0, bytes(result), result.data());
  return result;
}
