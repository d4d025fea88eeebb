// Chapter 12: a picture made of built-in functions, and a place to paint your own.
//
//   12_built_in_functions                           the lesson's picture, compared with the host's
//   12_built_in_functions --kernel my.cl --watch    yours, again whenever you save the file
// [includes]
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <thread>
// [/includes]

// [options]
struct Options : common::ProgramOptions {
  std::string kernel = common::find_kernel("12_built_in_functions/picture.cl").string();
  std::string output = "12_built_in_functions.png";
  int size = 512, watch = 0;
};
// [/options]

// [expected]
double smoothstep(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

double noise(std::uint32_t x, std::uint32_t y) {
  x = std::rotl(x * 0x9e3779b9U, 15) ^ (y * 0x85ebca6bU);
  return (std::rotl(x, 13) * 0xc2b2ae35U >> 8) * 0x1p-24;
}

// Number k of the lesson's picture (red, green or blue), in double and without vectors.
double expected(std::size_t k, int width, int height) {
  const unsigned column = k / 4 % width, row = k / 4 / width;
  const double pi = std::acos(-1.0), c = std::cos(0.1 * pi), s = std::sin(0.1 * pi);
  const double x = (2.0 * column + 1 - width) / height, y = (2.0 * row + 1 - height) / height;
  const double u = c * x + s * y, v = c * y - s * x, d = std::hypot(u, 3.2 * v);
  const double z = std::sqrt(std::max(0.25 - u * u - v * v, 0.0)), size = std::hypot(u, v, z);
  const double light = std::max((0.5 * z - 0.6 * u - 0.6 * v) / size / std::sqrt(0.97), 0.0);
  const double band = 0.5 + 0.5 * std::sin(pi * (7 * v / size + 0.3 * std::sin(5 * u / size)));
  const double inside = 1 - smoothstep(0.495, 0.505, std::hypot(u, v));
  const double ring = smoothstep(0.62, 0.66, d) * (1 - smoothstep(1.0, 1.04, d)) *
                      (0.6 + 0.3 * std::cos(22 * pi * d));
  const unsigned i = column / 24, j = row / 24;
  const double away =
      std::hypot(column % 24 - (4 + 15 * noise(i, j)), row % 24 - (4 + 15 * noise(j + 100, i)));
  constexpr double colours[3][5]{
      {0.02, 0.25, 0.8, 0.85, 1}, {0.02, 0.08, 0.75, 0.45, 0.85}, {0.08, 0.3, 0.95, 0.25, 0.6}};
  const auto& [top, bottom, ice, dark, bright] = colours[k % 4];
  double colour = std::lerp(top, bottom, smoothstep(-1.0, 1.5, y));
  colour = std::lerp(colour + noise(i + 200, j) * std::exp(-away * away), ice, ring);
  colour = std::lerp(colour, std::lerp(dark, bright, band) * (0.04 + 0.96 * light), inside);
  return std::min(std::lerp(colour, ice, ring * inside * smoothstep(-0.01, 0.01, v)), 1.0);
}
// [/expected]

// [find]
cl::Kernel find_picture(const cl::Program& program) {
  const cl::Kernel kernel(program, "picture");
  std::string types;
  for (cl_uint i = 0; i < kernel.getInfo<CL_KERNEL_NUM_ARGS>(); ++i)
    types += " " + kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i);
  if (types != " float4* uint uint")
    throw common::Error("picture() must take (global float4*, uint, uint), but takes:" + types);
  return kernel;
}
// [/find]

// [draw]
int draw(const cl::Device& device, const Options& options) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Kernel kernel = find_picture(common::build_source(
      context, device, common::read_text(options.kernel), "-cl-kernel-arg-info", options.kernel));
  const int width = options.size * 3 / 2, height = options.size;
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(width + 1, height + 1), local);
  std::vector<float> values(4 * global[0] * global[1], NAN);
  const std::size_t bytes = values.size() * sizeof(float);
  const cl::Buffer pixels(context, CL_MEM_COPY_HOST_PTR, bytes, values.data());
  common::set_args(kernel, pixels, cl_uint(width), cl_uint(height));
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
  queue.enqueueReadBuffer(pixels, CL_TRUE, 0, bytes, values.data());
  // [/draw]
  // [check]
  const bool lesson = options.kernel == Options().kernel;
  common::Image image{width, height, 4, std::vector<std::uint8_t>(std::size_t(4) * width * height)};
  double largest = 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const bool used = k < image.pixels.size(); std::isnan(values[k]) == used)
      throw common::Error(used ? "a pixel is NaN: not written, or its colour is not a number."
                               : "the kernel writes past the picture: is there no guard?");
    else if (used)
      image.pixels[k] = std::uint8_t(255 * std::clamp(values[k], 0.0F, 1.0F) + 0.5F);
  common::save_image(options.output, image);
  for (std::size_t k = 0; lesson && k < image.pixels.size(); k += k % 4 == 2 ? 2 : 1) // not alpha
    largest = std::max(largest, std::abs(values[k] - expected(k, width, height)));
  if (largest > 0.001)
    throw common::Error(fmt::format("a colour differs from the host's by {:.4f}.", largest));
  fmt::print("{} x {} pixels, all of them written\n", width, height);
  if (lesson)
    fmt::print("verified: no colour differs from the host's by more than {:.0e}\n", largest);
  return common::exit_passed;
}
// [/check]

// [watch]
int run(const Options& options) {
  const cl::Device device = common::pick_device(options.device);
  std::filesystem::file_time_type drawn{}; // the save that was drawn last
  int code = common::exit_passed;
  for (int left = options.watch; left >= 0;) {
    std::error_code gone; // some editors delete the file for a moment
    const auto saved = std::filesystem::last_write_time(options.kernel, gone);
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // until it is written completely
    if (gone || saved == drawn)
      continue;
    drawn = saved;
    --left;
    code = common::run_main([&] { return draw(device, options); });
  }
  return code;
}
// [/watch]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Paints a picture with built-in functions, or with a kernel of yours."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--output", options.output, "the picture")->capture_default_str();
    app.add_option("--size", options.size, "its height in pixels")->check(CLI::Range(1, 8192));
    app.add_option("--kernel", options.kernel, "a kernel of yours")->check(CLI::ExistingFile);
    app.add_flag("--watch{1000000}", options.watch, "draw again at each save, =N: of N saves");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
