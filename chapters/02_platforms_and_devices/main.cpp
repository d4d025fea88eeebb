// Chapter 2: the data sheet of each device, and one picture that all of them draw, each a strip.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  int width = 768; // the height is two thirds of it
  std::string output = "02_platforms_and_devices.png";
};

void print_data_sheet(const cl::Device& device) {
  fmt::print("{}\n", common::describe(device));
  fmt::print("  work-groups of at most {} work-items; along each dimension {}\n",
             device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
             fmt::join(device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>(), ", "));
  fmt::print("  global memory {} MiB, one buffer at most {} MiB; local memory {} KiB\n",
             device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20,
             device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20,
             device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() >> 10);
  fmt::print("  double: {}\n", common::has_extension(device, "cl_khr_fp64") ? "yes" : "no");
}

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

// The kernel's arithmetic again, on the host: rows `first` to `end` - 1 of the picture.
void julia(common::Image& image, int first, int end) {
  constexpr std::int64_t one = 1 << 24, add_x = -8 * one / 10, add_y = 156 * one / 1000;
  const auto byte = [](int value) { return static_cast<std::uint8_t>(std::min(value, 255)); };
  std::uint8_t* pixel = &image.pixels[std::size_t{3} * first * image.width];
  for (int row = first; row < end; ++row)
    for (int column = 0; column < image.width; ++column, pixel += 3) {
      std::int64_t x = (2 * column + 1 - image.width) * (3 * one / 2) / image.width;
      std::int64_t y = (2 * row + 1 - image.height) * (3 * one / 2) / image.width;
      int steps = 0;
      for (; steps < 200 && x * x + y * y <= 4 * one * one; ++steps) {
        const std::int64_t next_x = x * x / one - y * y / one + add_x;
        y = 2 * x * y / one + add_y;
        x = next_x;
      }
      pixel[0] = byte(steps * 4);
      pixel[1] = byte(steps * steps / 157);
      pixel[2] = byte(steps + 40);
    }
}

// Draws the rows from `first` up to, but not including, `end`, and checks them against `want`.
void draw(const cl::Device& device, common::Image& image, common::Image& want, int first, int end) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const std::size_t begin = std::size_t{3} * first * image.width;
  const std::size_t bytes = std::size_t{3} * (end - first) * image.width;
  const cl::Buffer strip(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(strip, CL_TRUE, 0, bytes, &image.pixels[begin]); // all of them black
  cl::Kernel kernel(common::build_kernel_file(context, device, "02_platforms_and_devices/julia.cl"),
                    "julia");
  kernel.setArg(0, strip);
  kernel.setArg(1, cl_int{image.width});
  kernel.setArg(2, cl_int{image.height});
  kernel.setArg(3, cl_int{first});
  kernel.setArg(4, cl_int{end - first});
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, end - first), local);
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const auto launch_and_read = [&] {
    launch();
    queue.enqueueReadBuffer(strip, CL_TRUE, 0, bytes, &image.pixels[begin]);
  };
  launch_and_read();
  const auto rows = [&](int from, int to) { julia(want, first + from, first + to); };
  fmt::print("  {}\n", common::compare_with_cpp(fmt::format("rows {} to {}", first, end - 1),
                                                end - first, rows, launch, launch_and_read));
  for (std::size_t i = begin; i < begin + bytes; ++i)
    if (image.pixels[i] != want.pixels[i])
      throw common::Error(
          fmt::format("row {}, column {} is wrong.", i / 3 / image.width, i / 3 % image.width));
}

int run(const Options& options) {
  // [devices]
  const bool chosen = !options.device.empty() || std::getenv("OCL_DEVICE") != nullptr;
  std::vector<cl::Device> devices =
      chosen ? std::vector{common::pick_device(options.device)} : common::all_devices();
  for (const cl::Device& device : devices)
    print_data_sheet(device);
  std::erase_if(devices, [](cl::Device& d) { return !d.getInfo<CL_DEVICE_COMPILER_AVAILABLE>(); });
  if (devices.empty())
    throw common::Skip("no device here can compile kernels.");
  if (devices.size() == 1)
    devices = parts_of(devices.front());
  common::Image image = common::canvas(options.width, (2 * options.width + 2) / 3, {}),
                want = image;
  const int strips = std::min(static_cast<int>(devices.size()), image.height);
  const auto first_row = [&](int strip) { return image.height * strip / strips; };
  for (int i = 0; i < strips; ++i)
    draw(devices[i], image, want, first_row(i), first_row(i + 1));
  // [/devices]
  for (int i = 0; i < strips; ++i) // a colour at the left edge of each strip
    common::fill(image, 0, first_row(i), 12, first_row(i + 1) - first_row(i),
                 common::palette[i % common::palette.size()]);
  common::save_image(options.output, image);
  fmt::print("verified: all {} x {} pixels; see {}\n", image.width, image.height, options.output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"The data sheet of each device, and a picture that all of them draw in strips."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--width", options.width, "of the picture")->check(CLI::Range(1, 16384));
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
