// Chapter 15: a picture times two matrices, which leave its slowest waves. Four kernels compute that, and are verified.
// [head]
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

struct Options : common::ProgramOptions {
  std::string input = common::find_data("images/scene_512.png"), output = "15_matmul.png";
  int keep = 40, side = 768;
};
// [/head]
// [low-pass]
// The n x n matrix that keeps the `keep` slowest of the n cosine waves that make up n numbers.
std::vector<float> low_pass(int n, int keep) {
  std::vector<double> wave(n);
  std::vector<float> matrix(static_cast<std::size_t>(n) * n);
  for (int w = 0; w < std::min(keep, n); ++w) {
    for (int i = 0; i < n; ++i)
      wave[i] =
          std::sqrt((w == 0 ? 1.0 : 2.0) / n) * std::cos(std::numbers::pi * w * (i + 0.5) / n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        matrix[static_cast<std::size_t>(i) * n + j] += static_cast<float>(wave[i] * wave[j]);
  }
  return matrix;
}
// [/low-pass]
// [reference]
// C = A B in double; A is m x k, B is k x n.
template <typename T>
std::vector<double> product(const std::vector<float>& a, const std::vector<T>& b, std::size_t m,
                            std::size_t n, std::size_t k) {
  std::vector<double> c(m * n);
  common::in_steps("the product in C++", m, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t column = 0; column < n; ++column)
          c[row * n + column] += double{a[row * k + i]} * b[i * n + column];
  });
  return c;
}
// [/reference]
// [setup]
int run(const Options& options) {
  const common::Image picture = common::to_grey(common::load_image(options.input));
  // The work grows with the cube of a side: of a large picture, every second, third, ... pixel.
  const int every = (std::max(picture.width, picture.height) - 1) / options.side + 1;
  const int width = std::min((picture.width - 1) / every + 1, options.quick ? 120 : options.side);
  const int height = std::min((picture.height - 1) / every + 1, options.quick ? 90 : options.side);
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, std::max(width, height), std::max(width, height), {4, 4, 4, 4, 4});
  std::vector<float> x;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      x.push_back(picture.pixels[std::size_t(every) * (row * picture.width + column)] / 255.0F);
  const auto across = low_pass(width, options.keep), down = low_pass(height, options.keep);
  const std::vector<double> want =
      product(down, product(x, across, height, width, width), height, width, height);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const auto upload = [&](const std::vector<float>& values) {
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE, values.size() * sizeof(float));
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(float), values.data());
    return buffer;
  };
  const cl::Buffer x_on_device = upload(x), across_on_device = upload(across),
                   down_on_device = upload(down), rows = upload(x), result = upload(x);
  // [/setup]
  // [steps]
  const double gflop = 2e-9 * width * height * (width + height);
  fmt::print("{} x {} numbers, two products of {:.3f} GFLOP in all\n", height, width, gflop);
  std::vector<float> got(x.size());
  std::size_t tile = 16;
  for (const std::string step : {"v1_naive", "v2_accumulator", "v3_coalesced", "v7_local_tiles"}) {
    cl::Kernel kernel;
    for (;; tile /= 2) { // until the device, and this kernel on it, allow such work-groups
      const cl::Program program = common::build_kernel_file(
          context, device, "15_matmul/" + step + ".cl", fmt::format("-D TILE={}", tile));
      kernel = cl::Kernel(program, ("matmul_" + step.substr(3)).c_str());
      if (common::launch_problem(device, kernel, {tile, tile}, {tile, tile}).empty())
        break;
    }
    const cl::NDRange local(tile, tile);
    const bool rows_first = step < "v3"; // dimension 0 is the row in v1 and v2
    const auto multiply = [&](const cl::Buffer& a, const cl::Buffer& b, const cl::Buffer& c, int m,
                              int n, int k) {
      common::set_args(kernel, a, b, c, m, n, k);
      const cl::NDRange work = rows_first ? cl::NDRange(m, n) : cl::NDRange(n, m);
      return common::launch(queue, kernel, common::round_up(work, local), local);
    };
    const std::vector<float> nothing(x.size(), NAN); // so that what no work-item writes is noticed
    for (const cl::Buffer& buffer : {rows, result})
      queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, x.size() * sizeof(float), nothing.data());
    common::Samples ms;
    for (int i = 0; i < (options.quick ? 3 : 7); ++i) {
      const cl::Event first = multiply(x_on_device, across_on_device, rows, height, width, width);
      const cl::Event second = multiply(down_on_device, rows, result, height, width, height);
      ms.values.push_back(common::event_times(first).execution_ms() +
                          common::event_times(second).execution_ms());
    }
    ms.values.erase(ms.values.begin()); // the first run may have compiled
    // [/steps]
    // [check]
    queue.enqueueReadBuffer(result, CL_TRUE, 0, x.size() * sizeof(float), got.data());
    const auto all = common::compare(got, want, common::sum_tolerance(width + height, 10.0));
    if (!all.passed())
      throw common::Error(step + ": " + all.summary());
    fmt::print("{:15} {:2} x {:2} work-items a group {:9.3f} ms {:8.2f} GFLOP/s   verified\n", step,
               tile, tile, ms.median(), 1e3 * gflop / ms.median());
  }
  // [/check]
  // [picture]
  common::Image image{2 * width, height, 1, {}};
  for (std::size_t i = 0; i < x.size(); i += width) {
    const auto byte = [](float v) { return std::uint8_t(std::clamp(255 * v + .5F, 0.F, 255.F)); };
    std::transform(&x[i], &x[i] + width, std::back_inserter(image.pixels), byte);
    std::transform(&got[i], &got[i] + width, std::back_inserter(image.pixels), byte);
  }
  common::save_image(options.output, image);
  fmt::print("the picture and what is left of it: {}\n", options.output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Multiplies a picture with two matrices, by four kernels."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture");
    app.add_option("--output", options.output, "where to write the picture before and after");
    app.add_option("--keep", options.keep, "how many waves stay")->check(CLI::PositiveNumber);
    app.add_option("--side", options.side, "of the numbers")->check(CLI::Range(1, 16384));
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/picture]
