// Chapter 16: filters a picture, checks every pixel against the host, and compares the times of both.
//   16_convolution --filter sobel-x --border reflect --input in.png --output out.png
//
// [includes]
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
// [/includes]
// [filters]
struct Filter {
  int width, height;
  std::vector<float> weights; // row by row
};

Filter gaussian(double sigma) {
  const int radius = static_cast<int>(std::ceil(3.0 * sigma)); // almost nothing lies further out
  std::vector<double> bell;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x)
      bell.push_back(std::exp(-(x * x + y * y) / (2.0 * sigma * sigma)));
  double sum = 0;
  for (const double value : bell)
    sum += value;
  Filter filter{2 * radius + 1, 2 * radius + 1, {}};
  for (const double value : bell) // the weights add up to 1: the picture stays as bright as it was
    filter.weights.push_back(static_cast<float>(value / sum));
  return filter;
}

const std::map<std::string, Filter> filters{
    {"blur", gaussian(2.0)},
    {"sharpen", {3, 3, {0, -1, 0, -1, 5, -1, 0, -1, 0}}},
    {"sobel-x", {3, 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}}}, // how fast it gets brighter to the right
    {"sobel-y", {3, 3, {-1, -2, -1, 0, 0, 0, 1, 2, 1}}}, // and downwards
    {"emboss", {3, 3, {-2, -1, 0, -1, 1, 1, 0, 1, 2}}},
};
const std::map<std::string, int> borders{{"zero", 0}, {"clamp", 1}, {"reflect", 2}, {"wrap", 3}};
// [/filters]
// [host]
// The kernel's inside(), and one channel of one pixel, on the host.
int inside(int i, int n, int border) {
  const int period = std::max(2 * (n - 1), 1), mirrored = (i % period + period) % period;
  return i >= 0 && i < n ? i
         : border == 0   ? -1
         : border == 1   ? std::clamp(i, 0, n - 1)
         : border == 2   ? std::min(mirrored, period - mirrored)
                         : (i % n + n) % n;
}

double expected(const common::Image& image, const Filter& filter, int border, int x, int y, int c) {
  double sum = 0;
  for (int j = 0; j < filter.height; ++j)
    for (int i = 0; i < filter.width; ++i) {
      const int column = inside(x + i - filter.width / 2, image.width, border);
      const int row = inside(y + j - filter.height / 2, image.height, border);
      if (column >= 0 && row >= 0)
        sum += double{filter.weights[j * filter.width + i]} *
               image.pixels[4 * (std::size_t(row) * image.width + column) + c];
    }
  return std::clamp(sum, 0.0, 255.0);
}
// [/host]
// [run]
struct Options : common::ProgramOptions {
  std::string filter = "sobel-x", border = "clamp", input, output = "16_convolution.png";
};

int run(const Options& options) {
  const Filter& filter = filters.at(options.filter);
  const int border = borders.at(options.border);
  const common::Image picture =
      common::load_image(options.input.empty() ? common::find_data("images/scene_512.png")
                                               : std::filesystem::path(options.input));
  const common::Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, image.width, image.height, {4, 4});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer input(context, CL_MEM_READ_ONLY, image.pixels.size());
  const cl::Buffer output(context, CL_MEM_WRITE_ONLY, image.pixels.size());
  const cl::Buffer weights(context, CL_MEM_READ_ONLY, filter.weights.size() * sizeof(float));
  queue.enqueueWriteBuffer(weights, CL_TRUE, 0, filter.weights.size() * sizeof(float),
                           filter.weights.data());
  cl::Kernel kernel(common::build_kernel_file(context, device, "16_convolution/filter.cl",
                                              fmt::format("-D BORDER={}", border)),
                    "filter");
  common::set_args(kernel, input, cl_int{image.width}, cl_int{image.height}, weights,
                   cl_int{filter.width}, cl_int{filter.height}, output);
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, image.height), local);
  const auto launch = [&] { common::launch(queue, kernel, global, local).wait(); };
  common::Image result = image;
  const auto copy_and_launch = [&] {
    queue.enqueueWriteBuffer(input, CL_FALSE, 0, image.pixels.size(), image.pixels.data());
    launch();
    queue.enqueueReadBuffer(output, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  };
  copy_and_launch();
  // [/run]
  // [check]
  std::vector<double> want(image.pixels.size());
  const auto loop = [&](std::size_t begin, std::size_t end) { // rows
    for (std::size_t y = begin; y < end; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int c = 0; c < 3; ++c)
          want[4 * (y * image.width + x) + c] = expected(image, filter, border, x, int(y), c);
  };
  common::in_steps("checking", image.height, loop);
  for (std::size_t i = 0; i < want.size(); ++i) // alpha stays; 0.5 is for rounding
    if (i % 4 < 3 && std::abs(result.pixels[i] - want[i]) > 0.51)
      throw common::Error(fmt::format("row {}, column {} should be {:.2f} but is {}.",
                                      i / 4 / image.width, i / 4 % image.width, want[i],
                                      result.pixels[i]));
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("{} with the border '{}': {} pixels, {} weights each\n", options.filter,
             options.border, image.width * image.height, filter.weights.size());
  fmt::print("verified: every pixel of {} is what the host computes\n", options.output);
  fmt::print("{}\n",
             common::compare_with_cpp(options.filter, image.height, loop, launch, copy_and_launch));
  return common::exit_passed;
}
// [/check]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Filters a picture, and checks every pixel against the host."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--filter", options.filter, "the filter")->check(CLI::IsMember(filters));
    app.add_option("--border", options.border, "what lies beside the picture")
        ->check(CLI::IsMember(borders));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the test picture");
    app.add_option("--output", options.output, "where to write the filtered picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
