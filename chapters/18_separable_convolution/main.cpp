// Chapter 18: blurs or sharpens a picture with a row of weights and a column, and checks every pixel against the host.
//
//   18_separable_convolution --sigma 8 --input in.png --output soft.png
//   18_separable_convolution --row 1,1,1,1,1 --column 1 --output streaks.png
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <thread>
#include <utility>
using Weights = std::vector<float>;
// A bell, cut off at three times its width; the weights add up to 1.
Weights bell(double sigma) {
  const int radius = static_cast<int>(std::ceil(3.0 * sigma));
  double sum = 0;
  for (int x = -radius; x <= radius; ++x)
    sum += std::exp(-x * x / (2.0 * sigma * sigma));
  Weights weights;
  for (int x = -radius; x <= radius; ++x)
    weights.push_back(static_cast<float>(std::exp(-x * x / (2.0 * sigma * sigma)) / sum));
  return weights;
}
// Both passes in plain C++, by so many threads, each with a part of the rows. Milliseconds.
double filter(std::vector<double>& pixels, const common::Image& image, const Weights& across,
              const Weights& down, unsigned threads) {
  const common::Stopwatch watch;
  common::Progress progress(fmt::format("plain C++ by {} threads", threads));
  for (const Weights* weights : {&across, &down}) {
    const auto from = std::exchange(pixels, std::vector<double>(pixels.size()));
    const int radius = static_cast<int>(weights->size()) / 2;
    const auto rows = [&](int first, int end) {
      for (int y = first; y < end; ++y) {
        for (int k = -radius; k <= radius; ++k)
          for (int x = 0; x < image.width; ++x) {
            const int column = weights == &down ? x : std::clamp(x + k, 0, image.width - 1);
            const int row = weights == &down ? std::clamp(y + k, 0, image.height - 1) : y;
            for (int c = 0; c < 4; ++c)
              pixels[4 * (std::size_t(y) * image.width + x) + c] +=
                  (*weights)[radius + k] * from[4 * (std::size_t(row) * image.width + column) + c];
          }
        progress.done(0.5 * (y + 1 - first) / (end - first) + (weights == &down ? 0.5 : 0.0));
      }
    };
    std::vector<std::jthread> team; // at its end, all threads are waited for
    for (unsigned t = 0; t < threads; ++t)
      team.emplace_back(rows, image.height * t / threads, image.height * (t + 1) / threads);
  }
  return watch.milliseconds();
}
struct Options : common::ProgramOptions {
  double sigma = 8.0, amount = -1.0;
  Weights row, column;
  std::string input = common::find_data("images/scene_512.png").string(),
              output = "18_separable_convolution.png";
};

int run(const Options& options) {
  const Weights row = options.row.empty() ? bell(options.sigma) : options.row;
  const Weights column = options.column.empty() ? bell(options.sigma) : options.column;
  if (row.size() % 2 == 0 || column.size() % 2 == 0)
    throw common::UsageError("--row and --column need an odd number of weights.");
  const common::Image picture = common::load_image(options.input);
  const common::Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  const std::size_t bytes = image.pixels.size();
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, image.width, image.height, {4, 16, 4});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Program program =
      common::build_kernel_file(context, device, "18_separable_convolution/blur.cl");
  const cl::Buffer input(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer middle(context, CL_MEM_READ_WRITE, bytes * sizeof(float));
  const cl::Buffer output(context, CL_MEM_WRITE_ONLY, bytes);
  const cl::Buffer row_weights(context, row.begin(), row.end(), true);
  const cl::Buffer column_weights(context, column.begin(), column.end(), true);
  const cl_int width = image.width, height = image.height;
  cl::Kernel rows(program, "rows"), columns(program, "columns");
  common::set_args(rows, input, width, height, row_weights, cl_int(row.size() / 2), middle);
  common::set_args(columns, input, middle, width, height, column_weights, cl_int(column.size() / 2),
                   static_cast<float>(options.amount), output);
  const auto launch = [&](const cl::Kernel& kernel) {
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    return common::launch(queue, kernel, common::round_up(cl::NDRange(width, height), local),
                          local);
  };
  common::Image result = image;
  double rows_ms = 0, columns_ms = 0, all_ms = 0;
  // [launches]
  for (int n = 0; n < 2; ++n) { // the first time may include compiling
    const common::Stopwatch watch;
    queue.enqueueWriteBuffer(input, CL_TRUE, 0, bytes, image.pixels.data());
    const cl::Event first = launch(rows);
    const cl::Event second = launch(columns); // in this order: the queue keeps it
    queue.enqueueReadBuffer(output, CL_TRUE, 0, bytes, result.pixels.data());
    all_ms = watch.milliseconds();
    rows_ms = common::event_times(first).execution_ms();
    columns_ms = common::event_times(second).execution_ms();
  }
  // [/launches]
  // [check]
  std::vector<double> want(image.pixels.begin(), image.pixels.end()), same = want;
  const double one_core = filter(same, image, row, column, 1);
  const double all_cores =
      filter(want, image, row, column, std::max(1U, std::thread::hardware_concurrency()));
  for (std::size_t k = 0; k < bytes; ++k) {
    const double old = image.pixels[k];
    want[k] = k % 4 == 3 ? old : std::clamp(old + options.amount * (old - want[k]), 0.0, 255.0);
    // 0.5 for rounding, and a little for floats
    if (std::abs(result.pixels[k] - want[k]) > 0.51 + 1e-4 * std::abs(options.amount))
      throw common::Error(fmt::format("row {}, column {} should be {:.2f} but is {}.",
                                      k / 4 / width, k / 4 % width, want[k], result.pixels[k]));
  }
  fmt::print("{} + {} products for each value\n", row.size(), column.size());
  fmt::print("kernels {:.1f} + {:.1f} ms, with transfers {:.1f} ms\n", rows_ms, columns_ms, all_ms);
  fmt::print("plain C++: {:.1f} ms on one core, {:.1f} ms on all\n", one_core, all_cores);
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("verified: every pixel of {} is what the host computes\n", options.output);
  return common::exit_passed;
}
// [/check]

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Blurs or sharpens a picture, and checks every pixel against the host."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--sigma", options.sigma, "the width of the bell, in pixels")
        ->check(CLI::Range(0.1, 100.0));
    app.add_option("--row", options.row, "weights with commas, not the bell's")->delimiter(',');
    app.add_option("--column", options.column, "the same for the columns")->delimiter(',');
    app.add_option("--amount", options.amount, "-1 blurs, 0 changes nothing, 1 sharpens")
        ->check(CLI::Range(-1.0, 10.0));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the test picture");
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
