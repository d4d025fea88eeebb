// Chapter 10: eight panels, each of which shows what a rule of OpenCL C does to a picture.
//
//   10_types_and_operators --device cpu          gpu, cpu, accelerator, an index, or part of a name
//   10_types_and_operators --input photo.jpg     a picture of your own
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string input = common::find_data("images/scene_512.png").string();
  std::string output = "10_types_and_operators.png";
};

const std::vector<std::string> titles{"swizzle", "mask", "wrap", "saturate",
                                      "_rte",    "_rtz", "_rtp", "_rtn"};

// What one channel of a pixel becomes in a panel, in C++: with int and float, and other means than the kernel's.
int expected(std::size_t panel, const std::uint8_t* pixel, std::size_t channel) {
  const int p = pixel[channel];
  if (channel == 3) // alpha
    return p;
  const float level = static_cast<float>(p - 128) / 32;
  const auto grey = [](float rounded) { return std::min(int(rounded) * 32 + 128, 255); };
  switch (panel) {
  case 0:
    return pixel[(channel + 1) % 3];
  case 1:
    return p > 127 ? 255 : 0;
  case 2:
    return p * 3 / 2 % 256;
  case 3:
    return std::min(p * 3 / 2, 255);
  case 4:
    return grey(std::nearbyint(level)); // to nearest, ties to even
  case 5:
    return grey(std::trunc(level));
  case 6:
    return grey(std::ceil(level));
  default:
    return grey(std::floor(level));
  }
}

// All panels on one RGB picture, four in a row, each with its title above it.
common::Image sheet(const std::vector<std::uint8_t>& panels, int width, int height) {
  const int scale = std::max(1, width / 128), gap = 4 * scale, head = 13 * scale;
  common::Image image = common::canvas(4 * (width + gap) + gap, 2 * (height + head) + gap);
  const std::uint8_t* from = panels.data();
  for (int panel = 0; panel < static_cast<int>(titles.size()); ++panel) {
    const int left = gap + panel % 4 * (width + gap), top = head + panel / 4 * (height + head);
    common::write(image, left, top - 11 * scale, titles[panel], common::ink, scale);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x, from += 4)
        std::copy_n(from, 3, &image.pixels[3 * ((top + y) * image.width + left + x)]);
  }
  return image;
}

int run(const Options& options) {
  const common::Image picture = common::load_image(options.input, 4); // four bytes per pixel
  const std::size_t bytes = picture.pixels.size(), n = bytes / sizeof(cl_uchar4);
  std::vector<std::uint8_t> panels(titles.size() * bytes), want(panels.size());
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, picture.width, picture.height, {4, 4 * titles.size()}, 8);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer in(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, panels.size());
  cl::Kernel kernel(common::build_kernel_file(context, device, "10_types_and_operators/panels.cl"),
                    "panels");
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  kernel.setArg(2, static_cast<cl_uint>(n));
  const cl::NDRange local = common::fit_local_size(device, kernel, {64, 1});
  const cl::NDRange global = common::round_up(cl::NDRange(n, titles.size()), local);
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const auto copy_and_launch = [&] {
    queue.enqueueWriteBuffer(in, CL_TRUE, 0, bytes, picture.pixels.data());
    launch();
    queue.enqueueReadBuffer(out, CL_TRUE, 0, panels.size(), panels.data());
  };
  const auto loop = [&](std::size_t begin, std::size_t end) { // some of the panels, in C++
    for (std::size_t panel = begin; panel < end; ++panel)
      for (std::size_t k = 0; k < bytes; ++k)
        want[panel * bytes + k] = expected(panel, &picture.pixels[k / 4 * 4], k % 4);
  };
  const std::string speed = // all of them have been computed in both ways by then
      common::compare_with_cpp("eight panels", titles.size(), loop, launch, copy_and_launch);
  common::save_image(options.output, sheet(panels, picture.width, picture.height));
  fmt::print("{} x {} pixels, {} panels\n", picture.width, picture.height, titles.size());
  for (std::size_t panel = 0; panel < titles.size(); ++panel) {
    double change = 0; // the sum over all colours: how much brighter has the picture become?
    for (std::size_t k = 0; k < bytes; ++k) {
      const std::size_t i = panel * bytes + k;
      if (panels[i] != want[i])
        throw common::Error(fmt::format("{}: channel {} of pixel {} is {} and should be {}.",
                                        titles[panel], k % 4, k / 4, panels[i], want[i]));
      change += panels[i] - picture.pixels[k];
    }
    fmt::print("{:<9} mean change {:6.1f}\n", titles[panel], change / (3.0 * double(n)));
  }
  fmt::print("verified: all {} bytes are what the host computes\n", panels.size());
  fmt::print("{}\n", speed);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{
        "Changes a picture in eight ways, each of which shows a rule of OpenCL C's types."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture")->capture_default_str();
    app.add_option("--output", options.output, "where to write the panels")->capture_default_str();
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
