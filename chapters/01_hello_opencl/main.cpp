// Chapter 1: adds two vectors on a device, in seven parts, and then computes a picture.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/verify.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

// Compiles a kernel file for the device. If that fails, the error says what the compiler says.
cl::Program build(const cl::Context& context, const cl::Device& device, const std::string& file) {
  const cl::Program program(context, common::read_text(common::find_kernel(file)));
  try {
    program.build(device);
  } catch (const cl::Error&) {
    throw common::Error(file + " does not build. The compiler says:\n" +
                        program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  }
  return program;
}

void paint(common::Image& image, std::size_t begin, std::size_t end) { // some rows, in C++
  std::uint8_t* pixel = &image.pixels[4 * begin * image.width];
  for (std::size_t row = begin; row < end; ++row)
    for (int column = 0; column < image.width; ++column, pixel += 4) {
      const float x = 2.0f * (column + 0.5f) / image.width - 1.0f;
      const float y = 2.0f * (row + 0.5f) / image.height - 1.0f;
      const float left = std::sqrt((x + 0.4f) * (x + 0.4f) + y * y);
      const float right = std::sqrt((x - 0.4f) * (x - 0.4f) + y * y);
      const float wave = 0.5f + 0.25f * (std::sin(40.0f * left) + std::sin(40.0f * right));
      pixel[0] = static_cast<std::uint8_t>(255.0f * wave * wave);
      pixel[1] = static_cast<std::uint8_t>(255.0f * wave * (0.6f + 0.3f * y));
      pixel[2] = static_cast<std::uint8_t>(255.0f * (0.3f + 0.7f * wave));
      pixel[3] = 255;
    }
}

int run(const common::ProgramOptions& options, const std::string& output) {
  // [start]
  constexpr std::size_t n = 1000; // deliberately not a multiple of 64: see part 6
  constexpr std::size_t bytes = n * sizeof(float);
  const std::vector<float> a = common::random_floats(n, options.seed);
  const std::vector<float> b = common::random_floats(n, options.seed + 1);
  std::vector<float> c(n, NAN); // "not a number": no sum looks like this
  const cl::Device device = common::pick_device(options.device);
  fmt::print("Hello from {}!\n", device.getInfo<CL_DEVICE_NAME>());
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // [/start]
  // [memory]
  const cl::Buffer a_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer b_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer c_buffer(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(a_buffer, CL_TRUE, 0, bytes, a.data());
  queue.enqueueWriteBuffer(b_buffer, CL_TRUE, 0, bytes, b.data());
  queue.enqueueWriteBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  // [/memory]
  // [kernel]
  cl::Kernel kernel(build(context, device, "01_hello_opencl/vector_add.cl"), "vector_add");
  kernel.setArg(0, a_buffer);
  kernel.setArg(1, b_buffer);
  kernel.setArg(2, c_buffer);
  kernel.setArg(3, static_cast<cl_uint>(n));
  // [/kernel]
  // [launch]
  const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::size_t local_size = std::min<std::size_t>(64, limit);
  const std::size_t groups = (n + local_size - 1) / local_size; // rounded up
  const std::size_t global_size = groups * local_size;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size);
  fmt::print("{} work-items in {} work-groups of {}\n", global_size, global_size / local_size,
             local_size);
  // [/launch]
  // [result]
  queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) // also true if c[i] is not a number
      ++wrong;
  if (wrong != 0)
    throw common::Error(fmt::format("{} of {} sums are wrong.", wrong, n));
  fmt::print("verified: the device and the host agree on all {} sums\n", n);
  // [/result]
  // [faster]
  const auto add = [&](std::size_t begin, std::size_t end) { // the same in C++
    for (std::size_t i = begin; i < end; ++i)
      c[i] = a[i] + b[i];
  };
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size);
    queue.finish(); // waits until the device has run all commands of the queue
  };
  const auto copy_and_launch = [&] {
    queue.enqueueWriteBuffer(a_buffer, CL_TRUE, 0, bytes, a.data());
    queue.enqueueWriteBuffer(b_buffer, CL_TRUE, 0, bytes, b.data());
    launch();
    queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  };
  fmt::print("{}\n", common::compare_with_cpp("vector_add", n, add, launch, copy_and_launch));
  // [/faster]
  // [picture]
  common::Image image{512, 384, 4, std::vector<std::uint8_t>(4 * 512 * 384, 0)};
  const cl::Buffer pixels(context, CL_MEM_WRITE_ONLY, image.pixels.size());
  queue.enqueueWriteBuffer(pixels, CL_TRUE, 0, image.pixels.size(), image.pixels.data());
  cl::Kernel painter(build(context, device, "01_hello_opencl/picture.cl"), "picture");
  painter.setArg(0, pixels);
  painter.setArg(1, static_cast<cl_uint>(image.width));
  painter.setArg(2, static_cast<cl_uint>(image.height));
  const cl::NDRange local = common::fit_local_size(device, painter, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, image.height), local);
  const auto draw = [&] {
    queue.enqueueNDRangeKernel(painter, cl::NullRange, global, local);
    queue.finish();
  };
  const auto draw_and_fetch = [&] {
    draw();
    queue.enqueueReadBuffer(pixels, CL_TRUE, 0, image.pixels.size(), image.pixels.data());
  };
  draw_and_fetch();
  // [/picture]
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4)
    if (image.pixels[alpha] != 255) // it was 0 before
      throw common::Error(fmt::format("no work-item has written pixel {}.", alpha / 4));
  common::save_image(output, image);
  fmt::print("verified: every pixel of {} was computed by a work-item of its own\n", output);
  const auto rows = [&](std::size_t begin, std::size_t end) { paint(image, begin, end); };
  fmt::print("{}\n", common::compare_with_cpp("picture", image.height, rows, draw, draw_and_fetch));
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Adds two vectors on a device, checks every sum, and computes a picture."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string output = "01_hello_opencl.png";
    app.add_option("--output", output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(options, output);
  });
}
