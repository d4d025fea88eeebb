// Chapter 20: mends red eyes, smooths what is not an edge, and checks every pixel against the host.
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
#include <array>
#include <cmath>
#include <fmt/format.h>
// [/includes]

// [host]
using common::Image;

// The first byte of the pixel that stands for (x, y): outside the picture, that of its edge.
const std::uint8_t* pixel_at(const Image& image, int x, int y) {
  const int column = std::clamp(x, 0, image.width - 1), row = std::clamp(y, 0, image.height - 1);
  return &image.pixels[4 * (std::size_t(row) * image.width + column)];
}

// What the filters make of one pixel, on the host: numbers before they are rounded.
double mended_red(const std::uint8_t* p, double threshold) {
  const double red = 0.5133333 * p[0], green = p[1], blue = 0.1933333 * p[2];
  const double t = 2.0 * 255.0 * (threshold - 0.4);
  return red >= green - t && red >= blue - t ? (green + blue) / (2.0 * 0.5133333) : p[0];
}

std::array<double, 3> snn_mean(const Image& image, int x, int y, int radius) {
  const std::uint8_t* centre = pixel_at(image, x, y);
  std::array<double, 3> sum{};
  for (int v = 0; v <= radius; ++v)
    for (int u = 0; u <= radius; ++u) {
      const std::array mirrors{pixel_at(image, x - u, y - v), pixel_at(image, x + u, y + v),
                               pixel_at(image, x + u, y - v), pixel_at(image, x - u, y + v)};
      const auto difference = [&](const std::uint8_t* p) {
        return std::pow(p[0] - centre[0], 2) + std::pow(p[1] - centre[1], 2) +
               std::pow(p[2] - centre[2], 2);
      };
      const std::uint8_t* best =
          *std::min_element(mirrors.begin(), mirrors.end(), [&](auto a, auto b) {
            return difference(a) < difference(b); // of equals, the first
          });
      for (int c = 0; c < 3; ++c)
        sum[c] += best[c];
    }
  for (double& value : sum)
    value /= (radius + 1.0) * (radius + 1.0);
  return sum;
}
// [/host]

// [check]
void require_near(double got, double want, const Image& image, std::size_t k) {
  if (std::abs(got - std::clamp(want, 0.0, 255.0)) >
      0.501) // half for rounding, a little for floats
    throw common::Error(fmt::format("row {}, column {} should be {:.2f} but is {}.",
                                    k / image.width, k % image.width, want, got));
}

// Each filter is checked on what the device gave it.
void check(const Image& image, const Image& mended, const Image& before, const Image& smooth,
           double threshold, int radius) {
  for (std::size_t k = 0; k < image.pixels.size() / 4; ++k) {
    require_near(mended.pixels[4 * k], mended_red(&image.pixels[4 * k], threshold), image, k);
    const auto mean = snn_mean(before, k % image.width, k / image.width, radius);
    for (int c = 0; c < 3; ++c)
      require_near(smooth.pixels[4 * k + c], radius > 0 ? mean[c] : before.pixels[4 * k + c], image,
                   k);
  }
}
// [/check]

// [run]
struct Options : common::ProgramOptions {
  float threshold = 0.4F;
  int radius = 5, passes = 2;
  std::string input, output = "20_image_filters.png";
};

int run(const Options& options) {
  const Image picture = common::load_image(
      options.input.empty() ? common::find_data("images/portrait_red_eyes_512.png")
                            : std::filesystem::path(options.input));
  const Image image = common::with_channels(picture, 4);
  const std::size_t bytes = image.pixels.size();
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Buffer input(context, CL_MEM_READ_ONLY, bytes);
  cl::Buffer from(context, CL_MEM_READ_WRITE, bytes), to(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueWriteBuffer(input, CL_TRUE, 0, bytes, image.pixels.data());
  const auto read = [&](const cl::Buffer& buffer) {
    Image result = image;
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, result.pixels.data());
    return result;
  };

  const cl::Program program =
      common::build_kernel_file(context, device, "20_image_filters/portrait.cl");
  cl::Kernel red_eye(program, "red_eye"), snn(program, "snn");
  const cl::NDRange pixels(image.width, image.height);
  const auto launch = [&](const cl::Kernel& kernel) {
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    const cl::Event done = common::launch(queue, kernel, common::round_up(pixels, local), local);
    return common::event_times(done).execution_ms();
  };
  const cl_int width = image.width, height = image.height;
  common::set_args(red_eye, input, width, height, options.threshold, to);
  fmt::print("red eyes: {:.2f} ms\n", launch(red_eye));
  const Image mended = read(to);
  for (int pass = 1; pass <= options.passes; ++pass) {
    std::swap(from, to); // what the last kernel wrote is what this one reads
    common::set_args(snn, from, width, height, cl_int{options.radius}, to);
    fmt::print("SNN mean, radius {}, pass {}: {:.2f} ms\n", options.radius, pass, launch(snn));
  }
  const Image result = read(to);
  const Image before = options.passes > 0 ? read(from) : result;
  check(image, mended, before, result, options.threshold, options.passes > 0 ? options.radius : 0);
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("verified: every pixel of {} is what the host computes\n", options.output);
  return common::exit_passed;
}
// [/run]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Mends red eyes, and smooths a picture without blurring its edges."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--threshold", options.threshold, "how red an eye is: more finds more")
        ->check(CLI::Range(0.0, 0.8));
    app.add_option("--radius", options.radius, "of the SNN mean, in pixels")
        ->check(CLI::Range(0, 30));
    app.add_option("--passes", options.passes, "how often to smooth")->check(CLI::Range(0, 20));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the portrait");
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
