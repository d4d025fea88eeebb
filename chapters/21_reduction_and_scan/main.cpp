// Chapter 21: blurs a picture with boxes of any radius at one price, by an integral image.
//
//   21_reduction_and_scan --radius 60 --sharp 300 --input in.png --output out.png
//
// [includes]
#include "common/compare.hpp"
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
#include <thread>
// [/includes]

// [host]
// Calls task(begin, end) for parts of 0 ... count - 1, each in a thread of its own.
void in_parts(int count, int threads, const auto& task) {
  std::vector<std::jthread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back(task, int(std::int64_t{count} * t / threads),
                         int(std::int64_t{count} * (t + 1) / threads));
}

// The same in plain C++, for one channel. The sums have 64 bits, and a row and a column of zeros above and to the left.
void blur_channel(const common::Image& image, int channel, int radius, int sharp, int threads,
                  common::Image& result) {
  const int width = image.width, height = image.height;
  std::vector<std::uint64_t> sums(std::size_t(width + 1) * (height + 1)); // do not overflow
  const auto at = [&](int x, int y) -> auto& {
    return sums[std::size_t(y) * (width + 1) + x];
  };
  const auto pixel = [&](int x, int y) { return 4 * (std::size_t(y) * width + x) + channel; };
  in_parts(height, threads, [&](int begin, int end) { // along the rows
    for (int y = begin; y < end; ++y)
      for (int x = 0; x < width; ++x)
        at(x + 1, y + 1) = at(x, y + 1) + image.pixels[pixel(x, y)];
  });
  in_parts(width, threads, [&](int begin, int end) { // down the columns
    for (int y = 0; y < height; ++y)
      for (int x = begin; x < end; ++x)
        at(x + 1, y + 1) += at(x + 1, y);
  });
  in_parts(height, threads, [&](int begin, int end) { // the blur
    for (int y = begin; y < end; ++y)
      for (int x = 0; x < width; ++x) {
        const int r = sharp < 0 ? radius : int(std::int64_t{radius} * std::abs(y - sharp) / height);
        const int left = std::max(x - r, 0), right = std::min(x + r + 1, width);
        const int top = std::max(y - r, 0), bottom = std::min(y + r + 1, height);
        const auto sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
        const std::uint64_t area = std::uint64_t(right - left) * (bottom - top);
        result.pixels[pixel(x, y)] = std::uint8_t((sum + area / 2) / area);
      }
  });
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
  common::require_room(device, width, height, {4, 16, 4});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Buffer input(context, CL_MEM_READ_ONLY, image.pixels.size());
  const cl::Buffer sums(context, CL_MEM_READ_WRITE, image.pixels.size() * sizeof(cl_uint));
  const cl::Buffer output(context, CL_MEM_WRITE_ONLY, image.pixels.size());
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
  common::Image result = image;
  double with_transfers = 0;
  cl::Event along, down, last;
  for (int round = 0; round < 2; ++round) { // the first one may contain compiling
    const common::Stopwatch watch;
    queue.enqueueWriteBuffer(input, CL_FALSE, 0, image.pixels.size(), image.pixels.data());
    along = start(rows, {group, std::size_t(height)}, {group, 1});
    down = start(columns, cl::NDRange(width), cl::NDRange(64));
    last = start(blur, cl::NDRange(width, height), {16, 16});
    queue.enqueueReadBuffer(output, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
    with_transfers = watch.milliseconds();
  }
  const auto ms = [](const cl::Event& event) { return common::event_times(event).execution_ms(); };
  // [/run]
  // [check]
  common::Image want = image; // its alpha stays
  const auto on_host = [&](int threads) {
    return common::shortest_ms([&] {
      for (int channel = 0; channel < 3; ++channel)
        blur_channel(image, channel, radius, sharp, threads, want);
    });
  };
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  fmt::print("the integral image took {:.2f} ms, the blur {:.2f} ms, with transfers {:.2f} ms\n"
             "plain C++ took {:.2f} ms on one core and {:.2f} ms on {}\n",
             ms(along) + ms(down), ms(last), with_transfers, on_host(1), on_host(cores), cores);
  for (std::size_t i = 0; i < want.pixels.size(); ++i)
    if (result.pixels[i] != want.pixels[i])
      throw common::Error(fmt::format("row {}, column {} should be {} but is {}.", i / 4 / width,
                                      i / 4 % width, want.pixels[i], result.pixels[i]));
  common::save_image(options.output, common::with_channels(result, picture.channels));
  fmt::print("verified: every pixel of {} is the mean of its box, exactly\n", options.output);
  return common::exit_passed;
}
// [/check]

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
