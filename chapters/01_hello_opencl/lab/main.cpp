// Chapter 1: the first OpenCL program. It adds two vectors on a device, in seven parts, and checks
// every sum. hello.c is the same program in plain C.
//
//   01_hello_opencl --device cpu        gpu, cpu, accelerator, an index, or part of a name
//   01_hello_opencl --demo no-guard     make a mistake on purpose and see what happens
//
// The seven parts are all here. From elsewhere come only the things around them: the command line,
// the search for the kernel's file, random numbers, JSON.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/verify.hpp"
#include "demos.hpp"
#include "harness/options.hpp"
#include "harness/report.hpp"
#include "selector.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace {

// [find-device]
// All devices of all platforms: a platform is one vendor's OpenCL, and a machine may have several.
std::vector<cl::Device> find_devices() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> all;
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}
// [/find-device]

int run(const harness::LabOptions& options, const std::string& demo,
        const std::string& command_line) {
  // [problem]
  constexpr std::size_t n = 1000; // on purpose no multiple of a work-group's size
  constexpr std::size_t bytes = n * sizeof(float);
  const std::vector<float> a = common::random_floats(n, options.seed);
  const std::vector<float> b = common::random_floats(n, options.seed + 1);
  std::vector<float> c(n, NAN); // "not a number": no sum looks like this
  // [/problem]

  // [device]
  const cl::Device device = choose(find_devices(), options.device);
  fmt::print("Hello from {}!\n", device.getInfo<CL_DEVICE_NAME>());
  // [/device]
  if (!demo.empty())
    return run_demo(demo, device);
  fmt::print("1  device found      {}\n", device.getInfo<CL_DEVICE_VERSION>());

  // [queue]
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // [/queue]
  fmt::print("2  queue created     its commands run in order\n");

  // [memory]
  const cl::Buffer a_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer b_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer c_buffer(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(a_buffer, CL_TRUE, 0, bytes, a.data());
  queue.enqueueWriteBuffer(b_buffer, CL_TRUE, 0, bytes, b.data());
  queue.enqueueWriteBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  // [/memory]
  fmt::print("3  data written      3 buffers of {} bytes\n", bytes);

  // [build]
  const cl::Program program(
      context, common::read_text(common::find_kernel("01_hello_opencl/vector_add.cl")));
  try {
    program.build(device);
  } catch (const cl::Error&) {
    throw common::Error("the kernel does not build. The compiler says:\n" +
                        program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  }
  cl::Kernel kernel(program, "vector_add");
  // [/build]
  fmt::print("4  kernel built      {}\n", kernel.getInfo<CL_KERNEL_FUNCTION_NAME>());

  // [arguments]
  kernel.setArg(0, a_buffer);
  kernel.setArg(1, b_buffer);
  kernel.setArg(2, c_buffer);
  kernel.setArg(3, static_cast<cl_uint>(n));
  // [/arguments]
  fmt::print("5  arguments set     a, b, c, n = {}\n", n);

  // [enqueue]
  const std::size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::size_t local_size = std::min<std::size_t>(64, limit);
  const std::size_t groups = (n + local_size - 1) / local_size; // rounded up
  const std::size_t global_size = groups * local_size;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size);
  // [/enqueue]
  fmt::print("6  kernel enqueued   {} work-items in {} work-groups of {}\n", global_size, groups,
             local_size);

  // [read-back]
  queue.enqueueReadBuffer(c_buffer, CL_TRUE, 0, bytes, c.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) // true as well where c[i] is not a number
      ++wrong;
  fmt::print("7  result read back  c[{}] = {:.6f}, a[{}] + b[{}] = {:.6f}\n", n - 1, c[n - 1],
             n - 1, n - 1, a[n - 1] + b[n - 1]);
  if (wrong != 0)
    throw common::Error(fmt::format("{} of {} sums are wrong.", wrong, n));
  fmt::print("verified: the device and the host agree on all {} sums\n", n);
  // [/read-back]

  if (!options.json_file.empty())
    harness::write_json(options.json_file, {{"chapter", "01_hello_opencl"},
                                            {"date", harness::today()},
                                            {"command", command_line},
                                            {"device", harness::device_json(device)},
                                            {"elements", n},
                                            {"global_size", global_size},
                                            {"local_size", local_size},
                                            {"verified", true}});
  return common::exit_passed;
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"The first OpenCL program: adds two vectors on a device and checks every sum."};
    harness::LabOptions options;
    std::string demo;
    harness::add_lab_options(app, options);
    app.add_option("--demo", demo, "make a mistake on purpose")->check(CLI::IsMember(demo_names()));
    common::parse(app, count, arguments);
    return run(options, demo, harness::command_line(count, arguments));
  });
}
