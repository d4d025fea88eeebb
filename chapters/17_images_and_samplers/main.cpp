// Chapter 17: enlarges a detail of a picture twice, side by side: with the nearest pixel, and with a mean of four.
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
#include <cstdio>
#include <fmt/format.h>
struct Detail {
  int width = 0, height = 0, left = 0, top = 0; // none
};
struct Options : common::ProgramOptions {
  Detail detail;
  double scale = 4.0;
  std::string input = common::find_data("images/scene_512.png").string();
  std::string output = "17_images_and_samplers.png";
};
// [/includes]
// What a sampler answers at a place in the image (in pixels; the centre of the first is 0.5), channel c.
double expected(const common::Image& image, bool linear, double u, double v, int c) {
  const auto pixel = [&](int x, int y) -> double { // CL_ADDRESS_CLAMP_TO_EDGE
    x = std::clamp(x, 0, image.width - 1);
    y = std::clamp(y, 0, image.height - 1);
    return image.pixels[4 * (std::size_t(y) * image.width + x) + c];
  };
  if (!linear)
    return pixel(int(std::floor(u)), int(std::floor(v)));
  const int x = int(std::floor(u - 0.5)), y = int(std::floor(v - 0.5));
  const double a = u - 0.5 - x, b = v - 0.5 - y; // how far from the pixel to the left and above
  return (1 - a) * (1 - b) * pixel(x, y) + a * (1 - b) * pixel(x + 1, y) +
         (1 - a) * b * pixel(x, y + 1) + a * b * pixel(x + 1, y + 1);
}
// [create]
int run(const Options& options) {
  const common::Image picture = common::load_image(options.input);
  const common::Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  Detail d = options.detail;
  if (d.width == 0) // 96x96+330+100, or what is there of it
    d = {std::min(96, image.width), std::min(96, image.height),
         std::clamp(image.width - 96, 0, 330), std::clamp(image.height - 96, 0, 100)};
  if (d.left < 0 || d.top < 0 || d.left > image.width - d.width || d.top > image.height - d.height)
    throw common::UsageError(fmt::format(
        "--detail {0}x{1}+{2}+{3} is not inside the picture; --detail {4}x{5}+0+0 is all of it.",
        d.width, d.height, d.left, d.top, image.width, image.height));
  const cl::Device device = common::pick_device(options.device);
  if (!device.getInfo<CL_DEVICE_IMAGE_SUPPORT>())
    throw common::Skip("this device has no images.");
  common::require_image_room(device, image.width, image.height);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::ImageFormat format(CL_RGBA, CL_UNORM_INT8); // four bytes, which kernels read as 0 to 1
  const cl::Image2D input(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, image.width,
                          image.height, 0, const_cast<std::uint8_t*>(image.pixels.data()));
  const double w = std::max(1.0, d.width * options.scale),
               h = std::max(1.0, d.height * options.scale);
  common::require_image_room(device, w, h, 2); // the result has two of them
  const int width = int(w), height = int(h);
  const cl::Image2D output(context, CL_MEM_WRITE_ONLY, format, width, height);
  // [/create]
  // [resize]
  cl::Kernel kernel(common::build_kernel_file(context, device, "17_images_and_samplers/resize.cl"),
                    "resize");
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(width, height), local);
  const auto launch = [&] { common::launch(queue, kernel, global, local).wait(); };
  const cl::array<cl::size_type, 3> all{std::size_t(width), std::size_t(height), 1},
      whole{std::size_t(image.width), std::size_t(image.height), 1};
  common::Image both{2 * width, height, 4,
                     std::vector<std::uint8_t>(std::size_t{8} * width * height)};
  cl::Sampler sampler;
  for (const bool linear : {false, true}) {
    sampler = cl::Sampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE,
                          linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
    common::set_args(kernel, input, sampler, output, float(d.left) / image.width,
                     float(d.top) / image.height, float(d.width) / image.width,
                     float(d.height) / image.height);
    launch();
    std::uint8_t* half = both.pixels.data() + (linear ? 4 * width : 0); // rows are twice as long
    queue.enqueueReadImage(output, CL_TRUE, {0, 0, 0}, all, std::size_t{8} * width, 0, half);
  }
  // [/resize]
  // [check]
  const auto wrong = [&](int x, int y, int c) {
    const bool linear = x >= width;
    const double u = d.left + d.width * (x % width + 0.5) / width,
                 v = d.top + d.height * (y + 0.5) / height;
    const int got = both.pixels[4 * (std::size_t(y) * both.width + x) + c];
    for (const double du : {-1 / 256.0, 1 / 256.0}) // a GPU may take 1/256 of a pixel as its unit
      for (const double dv : {-1 / 256.0, 1 / 256.0})
        if (std::abs(got - expected(image, linear, u + du, v + dv, c)) < (linear ? 2.6 : 0.1))
          return false;
    return true;
  };
  common::in_steps("checking", height, [&](std::size_t begin, std::size_t end) {
    for (int y = int(begin); y < int(end); ++y)
      for (int i = 0; i < 8 * width; ++i) // four channels of each pixel
        if (wrong(i / 4, y, i % 4))
          throw common::Error(fmt::format("pixel {}, {} is not what the host computes.", i / 4, y));
  });
  common::save_image(options.output, common::with_channels(both, picture.channels));
  fmt::print("{} x {} pixels became {} x {}, nearest and linear\n", d.width, d.height, width,
             height);
  fmt::print("verified: {} is what the host computes\n", options.output);
  std::vector<double> there(both.pixels.size());
  const auto loop = [&](int begin, int end) { // rows of the mean of four
    for (int i = 4 * begin * width; i < 4 * end * width; ++i)
      there[i] = expected(image, true, d.left + d.width * (i / 4 % width + 0.5) / width,
                          d.top + d.height * (i / 4 / width + 0.5) / height, i % 4);
  };
  const auto copy_and_launch = [&] {
    queue.enqueueWriteImage(input, CL_FALSE, {0, 0, 0}, whole, 0, 0, image.pixels.data());
    launch();
    queue.enqueueReadImage(output, CL_TRUE, {0, 0, 0}, all, 0, 0, both.pixels.data());
  };
  fmt::print("{}\n", common::compare_with_cpp("linear", height, loop, launch, copy_and_launch));
  return common::exit_passed;
}
// [/check]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Enlarges a detail of a picture with two samplers, side by side."};
    Options options;
    std::string detail;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "a PNG or JPEG; default: the test picture");
    app.add_option("--detail", detail, "WIDTHxHEIGHT+LEFT+TOP, in pixels of the input");
    app.add_option("--scale", options.scale, "of a side")->check(CLI::Range(0.05, 64.0));
    app.add_option("--output", options.output, "where to write the two pictures");
    common::parse(app, count, arguments);
    Detail& d = options.detail;
    char rest = 0;
    if (!detail.empty() && (std::sscanf(detail.c_str(), "%9dx%9d+%9d+%9d%c", &d.width, &d.height,
                                        &d.left, &d.top, &rest) != 4 ||
                            std::min(d.width, d.height) < 1))
      throw common::UsageError("--detail wants WIDTHxHEIGHT+LEFT+TOP, such as 96x96+330+100.");
    common::require_writable(options.output);
    return run(options);
  });
}
