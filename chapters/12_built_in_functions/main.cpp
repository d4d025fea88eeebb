// Chapter 12: a picture made of built-in functions, and a place to paint your own.
//
//   12_built_in_functions                           the lesson's picture, compared with the host's
//   12_built_in_functions --kernel my.cl --watch    yours, again whenever you save the file
#include "common/compare.hpp"
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

struct Options : common::ProgramOptions {
  std::string kernel = common::find_kernel("12_built_in_functions/picture.cl").string();
  std::string output = "12_built_in_functions.png";
  int size = 512, watch = 0;
};

float smoothstep(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

auto length = [](float x, float y, float z = 0) { return std::sqrt(x * x + y * y + z * z); };

float noise(std::uint32_t x, std::uint32_t y) {
  x = std::rotl(x * 0x9e3779b9U, 15) ^ (y * 0x85ebca6bU);
  return static_cast<float>(std::rotl(x, 13) * 0xc2b2ae35U >> 8) * 0x1p-24F;
}

// Some rows of the lesson's picture, in C++ and without vectors. u and v are the components of the kernel's q.
void paint(std::vector<float>& pixels, int width, int height, std::size_t begin, std::size_t end) {
  constexpr float colours[3][5]{
      {0.02, 0.25, 0.8, 0.85, 1}, {0.02, 0.08, 0.75, 0.45, 0.85}, {0.08, 0.3, 0.95, 0.25, 0.6}};
  const float pi = std::acos(-1.0F), c = std::cos(0.1F * pi), s = std::sin(0.1F * pi);
  for (unsigned row = begin; row < end; ++row)
    for (unsigned column = 0; column < unsigned(width); ++column) {
      const float x = (2.0F * column + 1 - width) / height, y = (2.0F * row + 1 - height) / height;
      const float u = c * x + s * y, v = c * y - s * x, d = length(u, 3.2F * v);
      const float z = std::sqrt(std::max(0.25F - u * u - v * v, 0.0F)), size = length(u, v, z);
      const float lit = std::max((0.5F * z - 0.6F * u - 0.6F * v) / size / std::sqrt(0.97F), 0.0F);
      const float wave = std::sin(pi * (7 * v / size + 0.3F * std::sin(5 * u / size)));
      const float inside = 1 - smoothstep(0.495F, 0.505F, length(u, v));
      const float ring = smoothstep(0.62F, 0.66F, d) * (1 - smoothstep(1.0F, 1.04F, d)) *
                         (0.6F + 0.3F * std::cos(22 * pi * d));
      const unsigned i = column / 24, j = row / 24;
      const float right = column % 24 - (4 + 15 * noise(i, j));
      const float away = length(right, row % 24 - (4 + 15 * noise(j + 100, i)));
      const float star = noise(i + 200, j) * std::exp(-away * away);
      for (std::size_t k = 0; k < 3; ++k) { // red, green, blue
        const auto& [top, bottom, ice, dark, bright] = colours[k];
        const float planet = std::lerp(dark, bright, 0.5F + 0.5F * wave) * (0.04F + 0.96F * lit);
        float colour = std::lerp(top, bottom, smoothstep(-1.0F, 1.5F, y)) + star;
        colour = std::lerp(std::lerp(colour, ice, ring), planet, inside);
        colour = std::lerp(colour, ice, ring * inside * smoothstep(-0.01F, 0.01F, v));
        pixels[4 * (row * width + column) + k] = std::min(colour, 1.0F);
      }
    }
}

int draw(const cl::Device& device, const Options& options) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const std::string file = std::filesystem::absolute(options.kernel).string();
  cl::Kernel kernel(common::build_kernel_file(context, device, file, "-cl-kernel-arg-info"),
                    "picture");
  std::string types;
  for (cl_uint i = 0; i < kernel.getInfo<CL_KERNEL_NUM_ARGS>(); ++i)
    types += " " + kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i);
  if (types != " float4* uint uint")
    throw common::Error("picture() must take (global float4*, uint, uint), but takes:" + types);
  const int width = options.size * 3 / 2, height = options.size;
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(width + 1, height + 1), local);
  std::vector<float> values(4 * global[0] * global[1], NAN);
  const std::size_t bytes = values.size() * sizeof(float);
  const cl::Buffer pixels(context, CL_MEM_COPY_HOST_PTR, bytes, values.data());
  common::set_args(kernel, pixels, cl_uint(width), cl_uint(height));
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const auto launch_and_copy = [&] {
    launch();
    queue.enqueueReadBuffer(pixels, CL_TRUE, 0, bytes, values.data());
  };
  launch_and_copy();
  common::Image image{width, height, 4, std::vector<std::uint8_t>(std::size_t(4) * width * height)};
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const bool used = k < image.pixels.size(); std::isnan(values[k]) == used)
      throw common::Error(used ? "a pixel is NaN: not written, or its colour is not a number."
                               : "the kernel writes past the picture: is there no guard?");
    else if (used)
      image.pixels[k] = std::uint8_t(255 * std::clamp(values[k], 0.0F, 1.0F) + 0.5F);
  common::save_image(options.output, image);
  fmt::print("{} x {} pixels, all of them written\n", width, height);
  if (options.kernel != Options().kernel) // it is yours
    return common::exit_passed;
  std::vector<float> want = values; // for alpha
  const auto loop = [&](auto begin, auto end) { paint(want, width, height, begin, end); };
  common::in_steps("the picture in C++", height, loop);
  float largest = 0;
  for (std::size_t k = 0; k < image.pixels.size(); ++k)
    largest = std::max(largest, std::abs(values[k] - want[k]));
  if (largest > 0.001F)
    throw common::Error(fmt::format("a colour differs from the host's by {:.4f}.", largest));
  fmt::print("verified: no colour differs from the host's by more than {:.0e}\n", largest);
  fmt::print("{}\n", common::compare_with_cpp("planet", height, loop, launch, launch_and_copy));
  return common::exit_passed;
}

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
