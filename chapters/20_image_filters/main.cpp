// Chapter 20: filters that choose, one after the other on one picture. Every pixel is checked on the host.
//   20_image_filters --filters red-eye,median --radius 2 --input portrait.jpg --output mended.png
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

using common::Image;
using Colour = std::array<double, 3>;

struct Options : common::ProgramOptions {
  std::vector<std::string> filters{"red-eye", "snn", "snn"};
  float threshold = 0.4F;
  int radius = 5;
  std::string input = common::find_data("images/portrait_red_eyes_512.png").string(),
              output = "20_image_filters.png";
};

// The first byte of the pixel that stands for (x, y): outside the picture, that of its edge.
const std::uint8_t* at(const Image& image, int x, int y) {
  const int column = std::clamp(x, 0, image.width - 1), row = std::clamp(y, 0, image.height - 1);
  return &image.pixels[4 * (std::size_t(row) * image.width + column)];
}

Colour red_eye(const std::uint8_t* p, double threshold) {
  const double red = 0.5133333 * p[0], green = p[1], blue = 0.1933333 * p[2];
  const double t = 2.0 * 255.0 * (threshold - 0.4);
  const double less = std::min(255.0, (green + blue) / (2.0 * 0.5133333));
  return {red >= green - t && red >= blue - t ? less : p[0], green, double(p[2])};
}

Colour snn(const Image& image, int x, int y, int radius) {
  const std::uint8_t* c = at(image, x, y);
  const auto difference = [c](const std::uint8_t* p) {
    const int red = p[0] - c[0], green = p[1] - c[1], blue = p[2] - c[2];
    return red * red + green * green + blue * blue;
  };
  Colour mean{};
  for (int v = 0; v <= radius; ++v)
    for (int u = 0; u <= radius; ++u) {
      const std::array mirrors{at(image, x - u, y - v), at(image, x + u, y + v),
                               at(image, x + u, y - v), at(image, x - u, y + v)};
      const auto best = std::ranges::min_element(mirrors, {}, difference); // of equals, the first
      for (int k = 0; k < 3; ++k)
        mean[k] += (*best)[k] / ((radius + 1.0) * (radius + 1.0));
    }
  return mean;
}
Colour median(const Image& image, int x, int y, int radius) {
  Colour result;
  for (int k = 0; k < 3; ++k) {
    std::vector<std::uint8_t> window;
    for (int v = -radius; v <= radius; ++v)
      for (int u = -radius; u <= radius; ++u)
        window.push_back(at(image, x + u, y + v)[k]);
    std::nth_element(window.begin(), window.begin() + window.size() / 2, window.end());
    result[k] = window[window.size() / 2];
  }
  return result;
}

int run(const Options& options) {
  const Image picture = common::load_image(options.input);
  Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  const std::size_t bytes = image.pixels.size();
  const cl_int width = image.width, height = image.height;
  const cl_int radius = options.quick ? std::min(2, options.radius) : options.radius;
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {4, 4});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program =
      common::build_kernel_file(context, device, "20_image_filters/filters.cl");
  // [chain]
  cl::Buffer from(context, CL_MEM_READ_WRITE, bytes), to(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueWriteBuffer(from, CL_TRUE, 0, bytes, image.pixels.data());
  for (const std::string& filter : options.filters) {
    cl::Kernel kernel(program, filter == "red-eye" ? "red_eye" : filter.c_str());
    common::set_args(kernel, from, width, height, radius, to);
    if (filter == "red-eye")
      kernel.setArg(3, options.threshold); // a float, in the place of the radius
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    const cl::NDRange global = common::round_up(cl::NDRange(width, height), local);
    const auto launch = [&] {
      common::launch(queue, kernel, global, local);
      queue.finish();
    };
    launch();
    Image result = image;
    queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, result.pixels.data());
    // [/chain]
    std::vector<Colour> want(bytes / 4);
    const auto loop = [&](std::size_t begin, std::size_t end) { // of rows
      for (std::size_t n = begin * width; n < end * width; ++n) {
        const int x = int(n % width), y = int(n / width);
        want[n] = filter == "red-eye" ? red_eye(at(image, x, y), options.threshold)
                  : filter == "snn"   ? snn(image, x, y, radius)
                                      : median(image, x, y, radius);
      }
    };
    const std::string times = common::compare_with_cpp(filter, height, loop, launch, [&] {
      queue.enqueueWriteBuffer(from, CL_TRUE, 0, bytes, image.pixels.data());
      launch();
      queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, result.pixels.data());
    });
    for (std::size_t k = 0; k < bytes; ++k)
      if (const double right = k % 4 == 3 ? image.pixels[k] : want[k / 4][k % 4];
          std::abs(result.pixels[k] - right) > 0.501) // half for rounding, a little for floats
        throw common::Error(fmt::format("{}: row {}, column {} should be {:.2f} but is {}.", filter,
                                        k / 4 / width, k / 4 % width, right, result.pixels[k]));
    fmt::print("{}\n", times);
    std::swap(from, to); // what this filter wrote is what the next one reads
    image = result;
  }
  common::save_image(options.output, common::with_channels(image, picture.channels));
  fmt::print("verified: every pixel of {} is what the host computes\n", options.output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Filters a picture, and checks every pixel against the host."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--filters", options.filters, "red-eye, snn or median, with commas")
        ->delimiter(',')
        ->check(CLI::IsMember({"red-eye", "snn", "median"}));
    app.add_option("--threshold", options.threshold, "how red an eye is: more finds more")
        ->check(CLI::Range(0.0, 0.8));
    app.add_option("--radius", options.radius, "of snn and median")->check(CLI::Range(0, 30));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the portrait");
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
