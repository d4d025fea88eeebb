// Chapter 18: blurs or sharpens a picture with a row of weights and a column, and checks every pixel against the host.
//
//   18_separable_convolution --sigma 8 --input in.png --output soft.png
//   18_separable_convolution --sigma 2 --amount 1 --output sharp.png
//
// [includes]
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
// [/includes]

// [weights]
// A bell, cut off at three times its width; the weights add up to 1.
std::vector<float> bell(double sigma) {
  const int radius = static_cast<int>(std::ceil(3.0 * sigma));
  std::vector<double> values;
  double sum = 0;
  for (int x = -radius; x <= radius; ++x) {
    values.push_back(std::exp(-x * x / (2.0 * sigma * sigma)));
    sum += values.back();
  }
  std::vector<float> weights;
  for (const double value : values)
    weights.push_back(static_cast<float>(value / sum));
  return weights;
}
// [/weights]

// [host]
// One pass in double on the host, along the rows, or down the columns.
std::vector<double> pass(const std::vector<double>& from, int width, int height, bool down,
                         const std::vector<float>& weights) {
  const int radius = static_cast<int>(weights.size()) / 2;
  std::vector<double> to(from.size(), 0.0);
  for (int y = 0; y < height; ++y)
    for (int k = -radius; k <= radius; ++k)
      for (int x = 0; x < width; ++x) {
        const int column = down ? x : std::clamp(x + k, 0, width - 1);
        const int row = down ? std::clamp(y + k, 0, height - 1) : y;
        for (int c = 0; c < 4; ++c)
          to[4 * (std::size_t(y) * width + x) + c] +=
              double{weights[radius + k]} * from[4 * (std::size_t(row) * width + column) + c];
      }
  return to;
}
// [/host]

// [run]
struct Options : common::ProgramOptions {
  double sigma = 8.0, amount = -1.0;
  std::string input, output = "18_separable_convolution.png";
};

int run(const Options& options) {
  const std::vector<float> weights = bell(options.sigma);
  const int taps = static_cast<int>(weights.size()), radius = taps / 2;
  const common::Image picture =
      common::load_image(options.input.empty() ? common::find_data("images/scene_512.png")
                                               : std::filesystem::path(options.input));
  const common::Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  const std::size_t pixels = image.pixels.size() / 4;
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Buffer input(context, CL_MEM_READ_ONLY, 4 * pixels);
  const cl::Buffer middle(context, CL_MEM_READ_WRITE, pixels * sizeof(cl_float4));
  const cl::Buffer output(context, CL_MEM_WRITE_ONLY, 4 * pixels);
  const cl::Buffer bell_weights(context, CL_MEM_READ_ONLY, weights.size() * sizeof(float));
  queue.enqueueWriteBuffer(input, CL_TRUE, 0, 4 * pixels, image.pixels.data());
  queue.enqueueWriteBuffer(bell_weights, CL_TRUE, 0, weights.size() * sizeof(float),
                           weights.data());

  const cl::Program program =
      common::build_kernel_file(context, device, "18_separable_convolution/blur.cl");
  cl::Kernel rows(program, "rows"), columns(program, "columns");
  common::set_args(rows, input, cl_int{image.width}, cl_int{image.height}, bell_weights,
                   cl_int{radius}, middle);
  common::set_args(columns, input, middle, cl_int{image.width}, cl_int{image.height}, bell_weights,
                   cl_int{radius}, static_cast<float>(options.amount), output);
  const auto launch = [&](const cl::Kernel& kernel) {
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    return common::launch(queue, kernel,
                          common::round_up(cl::NDRange(image.width, image.height), local), local);
  };
  const cl::Event across = launch(rows),
                  down = launch(columns); // in this order: the queue keeps it
  common::Image result = image;
  queue.enqueueReadBuffer(output, CL_TRUE, 0, 4 * pixels, result.pixels.data());
  fmt::print("sigma {}: {} + {} products for each pixel, where a square has {}\n", options.sigma,
             taps, taps, taps * taps);
  fmt::print("rows took {:.2f} ms, columns {:.2f} ms\n", common::event_times(across).execution_ms(),
             common::event_times(down).execution_ms());
  // [/run]
  // [check]
  std::vector<double> blurred(image.pixels.begin(), image.pixels.end());
  for (const bool along_columns : {false, true})
    blurred = pass(blurred, image.width, image.height, along_columns, weights);
  for (std::size_t k = 0; k < blurred.size(); ++k) {
    const double before = image.pixels[k];
    const double want =
        k % 4 == 3 ? before
                   : std::clamp(before + options.amount * (before - blurred[k]), 0.0, 255.0);
    const double difference = std::abs(result.pixels[k] - want);
    if (difference >
        0.51 + 1e-4 * std::abs(options.amount)) // 0.5 for rounding, and a little for floats
      throw common::Error(fmt::format("row {}, column {} should be {:.2f} but is {}.",
                                      k / 4 / image.width, k / 4 % image.width, want,
                                      result.pixels[k]));
  }
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("verified: every pixel of {} is what the host computes\n", options.output);
  return common::exit_passed;
}
// [/check]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Blurs or sharpens a picture, and checks every pixel against the host."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--sigma", options.sigma, "the width of the bell, in pixels")
        ->check(CLI::Range(0.1, 100.0));
    app.add_option("--amount", options.amount, "-1 blurs, 0 changes nothing, 1 sharpens")
        ->check(CLI::Range(-1.0, 10.0));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the test picture");
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
