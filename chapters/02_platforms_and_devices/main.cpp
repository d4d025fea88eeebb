// Chapter 2: one picture, drawn in strips by all devices, or by two parts of the only one.
//
//   02_platforms_and_devices                  every device draws a strip
//   02_platforms_and_devices --device cpu     only this device, or its parts
// [includes]
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  int width = 768; // the height is two thirds of it
  std::string output = "02_platforms_and_devices.png";
};
// [/includes]

// [divide]
// The halves of the device, or the device itself if it cannot be divided.
std::vector<cl::Device> parts_of(cl::Device device) {
  const auto units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (units < 2 || common::device_version(device) < 120) // sub-devices came with OpenCL 1.2
    return {device};
  const auto ways = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  if (std::find(ways.begin(), ways.end(), CL_DEVICE_PARTITION_BY_COUNTS) == ways.end())
    return {device};
  const cl_device_partition_property halves[]{CL_DEVICE_PARTITION_BY_COUNTS, units / 2,
                                              units - units / 2,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  std::vector<cl::Device> parts;
  device.createSubDevices(halves, &parts);
  for (const cl::Device& part : parts)
    clRetainDevice(part()); // never released: PoCL 3.1 may look at a part after its last command
  return parts;
}
// [/divide]

// [draw]
// Draws the rows from `first` up to, but not including, `end`. Returns the kernel's milliseconds.
double draw(const cl::Device& device, common::Image& image, int first, int end) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program =
      common::build_kernel_file(context, device, "02_platforms_and_devices/julia.cl");
  std::uint8_t* pixels = &image.pixels[std::size_t{3} * first * image.width];
  const std::size_t bytes = std::size_t{3} * (end - first) * image.width;
  const cl::Buffer strip(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(strip, CL_TRUE, 0, bytes, pixels); // all of them black
  cl::Kernel kernel(program, "julia");
  kernel.setArg(0, strip);
  kernel.setArg(1, cl_int{image.width});
  kernel.setArg(2, cl_int{image.height});
  kernel.setArg(3, cl_int{first});
  kernel.setArg(4, cl_int{end - first});
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, end - first), local);
  std::chrono::duration<double, std::milli> time{};
  for (int run = 0; run < 2; ++run) { // the first launch may include setup work: time the second
    const auto start = std::chrono::steady_clock::now();
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
    time = std::chrono::steady_clock::now() - start;
  }
  queue.enqueueReadBuffer(strip, CL_TRUE, 0, bytes, pixels);
  return time.count();
}
// [/draw]

// [host]
// The kernel's arithmetic again, on the host.
std::array<std::uint8_t, 3> julia(int column, int row, int width, int height) {
  constexpr std::int64_t one = 1 << 24, add_x = -8 * one / 10, add_y = 156 * one / 1000;
  std::int64_t x = (2 * column + 1 - width) * (3 * one / 2) / width;
  std::int64_t y = (2 * row + 1 - height) * (3 * one / 2) / width;
  int steps = 0;
  for (; steps < 200 && x * x + y * y <= 4 * one * one; ++steps) {
    const std::int64_t next_x = x * x / one - y * y / one + add_x;
    y = 2 * x * y / one + add_y;
    x = next_x;
  }
  const auto byte = [](int value) { return static_cast<std::uint8_t>(std::min(value, 255)); };
  return {byte(steps * 4), byte(steps * steps / 157), byte(steps + 40)};
}
// [/host]

// [devices]
int run(const Options& options) {
  const bool chosen = !options.device.empty() || std::getenv("OCL_DEVICE") != nullptr;
  std::vector<cl::Device> devices =
      chosen ? std::vector{common::pick_device(options.device)} : common::all_devices();
  std::erase_if(devices, [](const cl::Device& device) {
    return !device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>();
  });
  if (devices.empty())
    throw common::Skip("no device here can compile kernels.");
  if (devices.size() == 1)
    devices = parts_of(devices.front());
  // [/devices]
  // [strips]
  common::Image image = common::canvas(options.width, (2 * options.width + 2) / 3, {});
  const int strips = std::min(static_cast<int>(devices.size()), image.height);
  for (int i = 0; i < strips; ++i) {
    const cl::Device& device = devices[i];
    const int first = image.height * i / strips, end = image.height * (i + 1) / strips;
    fmt::print("{}\n", common::describe(device));
    const double time = draw(device, image, first, end);
    fmt::print("  rows {} to {} in {:.2f} ms, double: {}\n", first, end - 1, time,
               common::has_extension(device, "cl_khr_fp64") ? "yes" : "no");
    // [/strips]
    // [verify]
    for (int row = first; row < end; ++row)
      for (int column = 0; column < image.width; ++column) {
        const auto want = julia(column, row, image.width, image.height);
        const auto* got = &image.pixels[3 * (std::size_t{1} * row * image.width + column)];
        if (!std::equal(want.begin(), want.end(), got))
          throw common::Error(fmt::format("row {}, column {} is wrong.", row, column));
      }
    const std::string label = fmt::format("{:.2f} ms {}", time, device.getInfo<CL_DEVICE_NAME>());
    common::fill(image, 0, first, 8, end - first, common::palette[i % common::palette.size()]);
    common::fill(image, 8, first, 12 * static_cast<int>(label.size()) + 14, 28, common::ink);
    common::write(image, 16, first + 7, label, common::white);
  }
  common::save_image(options.output, image);
  fmt::print("verified: all {} x {} pixels; see {}\n", image.width, image.height, options.output);
  return common::exit_passed;
}
// [/verify]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"One picture, drawn in strips by all devices, or by the parts of one."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--width", options.width, "of the picture")->check(CLI::Range(1, 16384));
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
