// Chapter 21: blurs a picture with boxes of any radius at one price, by an integral image.
//
//   21_reduction_and_scan --radius 60 --sharp 300 --input in.png --output out.png
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
#include <cstdlib>
#include <fmt/format.h>
// [/includes]

// [host]
// The same sums in 64 bits, which do not overflow: one more row and column, of zeros, above and to the left.
std::vector<std::uint64_t> integral(const common::Image& image, int channel) {
  const std::size_t pitch = image.width + 1;
  std::vector<std::uint64_t> sums(pitch * (image.height + 1));
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::size_t at = (y + 1) * pitch + x + 1;
      sums[at] = image.pixels[4 * (std::size_t(y) * image.width + x) + channel] + sums[at - 1] +
                 sums[at - pitch] - sums[at - pitch - 1];
    }
  return sums;
}
// [/host]

// [run]
struct Options : common::ProgramOptions {
  int radius = 100, sharp = -2; // -2: in the middle of the picture; -1: nowhere
  std::string input, output = "21_reduction_and_scan.png";
};

int run(const Options& options) {
  const common::Image picture =
      common::load_image(options.input.empty() ? common::find_data("images/scene_512.png")
                                               : std::filesystem::path(options.input));
  const common::Image image = common::with_channels(picture, 4); // RGBA, whatever the file has
  const int width = image.width, height = image.height, radius = options.radius;
  const int sharp = options.sharp == -2 ? height / 2 : options.sharp;
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Buffer input(context, CL_MEM_READ_ONLY, image.pixels.size());
  const cl::Buffer sums(context, CL_MEM_READ_WRITE, image.pixels.size() * sizeof(cl_uint));
  const cl::Buffer output(context, CL_MEM_WRITE_ONLY, image.pixels.size());
  queue.enqueueWriteBuffer(input, CL_TRUE, 0, image.pixels.size(), image.pixels.data());
  const std::size_t group = common::fit_local_size(device, {}, cl::NDRange(64)).get()[0];
  const cl::Program program = common::build_kernel_file(
      context, device, "21_reduction_and_scan/integral.cl", fmt::format("-D GROUP={}", group));
  cl::Kernel rows(program, "rows"), columns(program, "columns"), blur(program, "blur");
  common::set_args(rows, input, cl_int{width}, sums);
  common::set_args(columns, sums, cl_int{width}, cl_int{height});
  common::set_args(blur, input, sums, cl_int{width}, cl_int{height}, cl_int{radius}, cl_int{sharp},
                   output);
  const auto start = [&](const cl::Kernel& kernel, const cl::NDRange& work, cl::NDRange local) {
    local = common::fit_local_size(device, kernel, local);
    return common::launch(queue, kernel, common::round_up(work, local), local);
  };
  const cl::Event along = start(rows, {group, std::size_t(height)}, {group, 1});
  const cl::Event down = start(columns, cl::NDRange(width), cl::NDRange(64));
  const cl::Event last = start(blur, cl::NDRange(width, height), {16, 16});
  common::Image result = image;
  queue.enqueueReadBuffer(output, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  const auto ms = [](const cl::Event& event) { return common::event_times(event).execution_ms(); };
  fmt::print("the integral image took {:.2f} ms, the blur {:.2f} ms\n", ms(along) + ms(down),
             ms(last));
  // [/run]
  // [check]
  for (int c = 0; c < 3; ++c) {
    const std::vector<std::uint64_t> exact = integral(image, c);
    const auto at = [&](int x, int y) { return exact[std::size_t(y) * (width + 1) + x]; };
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int r = sharp < 0 ? radius : int(std::int64_t{radius} * std::abs(y - sharp) / height);
        const int left = std::max(x - r, 0), right = std::min(x + r + 1, width);
        const int top = std::max(y - r, 0), bottom = std::min(y + r + 1, height);
        const auto sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
        const std::uint64_t area = std::uint64_t(right - left) * (bottom - top);
        const std::uint64_t want = (sum + area / 2) / area;
        const int got = result.pixels[4 * (std::size_t(y) * width + x) + c];
        if (got != int(want))
          throw common::Error(
              fmt::format("row {}, column {} should be {} but is {}.", y, x, want, got));
      }
  }
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("verified: every pixel of {} is the mean of its box, exactly\n", options.output);
  return common::exit_passed;
}
// [/check]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Blurs a picture with boxes of any radius at one price, by an integral image."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--radius", options.radius, "of the boxes, in pixels")
        ->check(CLI::Range(0, 2047));
    app.add_option("--sharp", options.sharp,
                   "the row that stays sharp; the radius grows with the distance from it. -1: none")
        ->check(CLI::Range(-1, 1 << 28));
    app.add_option("--input", options.input, "a PNG or JPEG; default: the test picture");
    app.add_option("--output", options.output, "where to write the blurred picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
