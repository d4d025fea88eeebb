// Chapter 1: a first OpenCL program, in seven parts. It adds two vectors on a device and checks every
// sum. A second kernel then computes a picture, one work-item for each pixel.
//
//   01_hello_opencl --device cpu           gpu, cpu, accelerator, an index, or part of a name
//   01_hello_opencl --output waves.png     where to write the picture
//
// [includes]
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
// [/includes]

// [build]
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
// [/build]

// [problem]
int run(const common::ProgramOptions& options, const std::string& output) {
  constexpr std::size_t n = 1000; // deliberately not a multiple of 64: see part 6
  constexpr std::size_t bytes = n * sizeof(float);
  const std::vector<float> a = common::random_floats(n, options.seed);
  const std::vector<float> b = common::random_floats(n, options.seed + 1);
  std::vector<float> c(n, NAN); // "not a number": no sum looks like this
  // [/problem]
  // [device]
  const cl::Device device = common::pick_device(options.device);
  fmt::print("Hello from {}!\n", device.getInfo<CL_DEVICE_NAME>());
  // [/device]
  // [queue]
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // [/queue]
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
  // [/kernel]
  // [arguments]
  kernel.setArg(0, a_buffer);
  kernel.setArg(1, b_buffer);
  kernel.setArg(2, c_buffer);
  kernel.setArg(3, static_cast<cl_uint>(n));
  // [/arguments]
  // [enqueue]
  const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::size_t local_size = std::min<std::size_t>(64, limit);
  const std::size_t groups = (n + local_size - 1) / local_size; // rounded up
  const std::size_t global_size = groups * local_size;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size);
  fmt::print("{} work-items in {} work-groups of {}\n", global_size, groups, local_size);
  // [/enqueue]
  // [read-back]
  queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) // also true if c[i] is not a number
      ++wrong;
  if (wrong != 0)
    throw common::Error(fmt::format("{} of {} sums are wrong.", wrong, n));
  fmt::print("verified: the device and the host agree on all {} sums\n", n);
  // [/read-back]

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
  queue.enqueueNDRangeKernel(painter, cl::NullRange, global, local);
  queue.enqueueReadBuffer(pixels, CL_TRUE, 0, image.pixels.size(), image.pixels.data());
  // [/picture]
  // [picture-check]
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4)
    if (image.pixels[alpha] != 255) // it was 0 before
      throw common::Error(fmt::format("no work-item has written pixel {}.", alpha / 4));
  common::save_image(output, image);
  fmt::print("verified: every pixel of {} was computed by a work-item of its own\n", output);
  return common::exit_passed;
}
// [/picture-check]

// [main]
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
// [/main]
