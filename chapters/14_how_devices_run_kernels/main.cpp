// Chapter 14: the roofline of a device. Kernels are timed, verified, and become points of a plot.
#include "plot.hpp"

#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::size_t size = 0;
  cl_uint rounds = 128;
  std::string output = "14_how_devices_run_kernels.png";
};

int run(const Options& options) {
  // [setup]
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  const std::size_t cached = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>() / sizeof(float);
  // Each buffer is as large as the caches, or the program would measure those.
  std::size_t n = std::clamp<std::size_t>(cached, 1 << (gpu ? 25 : 23), 1 << 26);
  n = common::round_up(options.size > 0 ? options.size : options.quick ? 1 << 18 : n, 1024);
  const std::size_t bytes = n * sizeof(float);
  const std::vector<float> numbers = common::random_floats(n, options.seed, -3.0F, 3.0F);
  const cl::Buffer in(context, CL_MEM_READ_ONLY, bytes), out(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, bytes, numbers.data());
  // [/setup]
  // [measure]
  const auto measure = [&](const auto& enqueue) { // enqueue: puts a command into the queue
    common::Samples samples;
    for (int i = 0; i < (options.quick ? 4 : 6); ++i) {
      cl::Event event;
      enqueue(&event);
      samples.values.push_back(common::event_times(event).execution_ms());
    }
    samples.values.erase(samples.values.begin()); // it may have compiled, and had cold caches
    return samples;
  };
  const common::Samples copy = measure(
      [&](cl::Event* event) { queue.enqueueCopyBuffer(in, out, 0, 0, bytes, nullptr, event); });
  double gbps = 2e-6 * bytes / copy.min(), peak = 0; // the best that we have seen
  // [/measure]
  // [place]
  fmt::print("kernel        FLOP/byte        ms  spread      GB/s   GFLOP/s\n");
  std::vector<Point> points;
  const auto place = [&](const std::string& name, cl::Kernel kernel, std::size_t count,
                         std::size_t items, double flop, const auto& right) {
    queue.enqueueFillBuffer(out, NAN, 0, bytes); // so that a number nobody writes is noticed
    common::set_args(kernel, in, out, static_cast<cl_uint>(count));
    const cl::NDRange local = common::fit_local_size(device, kernel, {256});
    const cl::NDRange global = common::round_up(cl::NDRange(items), local);
    const auto launch = [=, &queue](cl::Event* event = nullptr) {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, event);
      queue.finish();
    };
    const common::Samples ms = measure(launch);
    std::vector<float> got(count);
    queue.enqueueReadBuffer(out, CL_TRUE, 0, count * sizeof(float), got.data());
    std::vector<double> want(count);
    std::transform(numbers.begin(), numbers.begin() + count, want.begin(), right);
    const auto all = common::compare(got, want, common::sum_tolerance(flop / 2, 3 + flop / 2));
    if (!all.passed())
      throw common::Error(name + ": " + all.summary());
    points.push_back({name, flop / 8, 1e-6 * flop * count / ms.median()});
    fmt::print("{:13} {:9.2f} {:9.3f} {:6.0f}% {:9.2f} {:9.2f}\n", name, flop / 8, ms.median(),
               100 * ms.spread(), 8e-6 * count / ms.median(), points.back().gflops);
    gbps = std::max(gbps, 8e-6 * count / ms.min());
    peak = std::max(peak, 1e-6 * flop * count / ms.min());
    return launch;
  };
  // [/place]
  // [kernels]
  const std::string file = "14_how_devices_run_kernels/roofline.cl";
  const cl::Program program = common::build_kernel_file(context, device, file);
  const auto scale =
      place("scale", cl::Kernel(program, "scale"), n, n, 2, [](double x) { return 2 * x + 1; });
  place("columns", cl::Kernel(program, "columns"), n, n, 2, [](double x) { return 2 * x + 1; });
  place("sine", cl::Kernel(program, "sine"), n, n, 16, [](double x) { return std::sin(x); });
  const cl_uint rounds = options.rounds;
  const std::size_t work = 1ULL << (gpu ? 30 : 27), some = std::min(n, work / rounds / 1024 * 1024);
  const auto place_chains = [&](std::size_t chains, std::size_t width) {
    const std::string vector = width == 1 ? "float" : fmt::format("float{}", width);
    const std::string how = fmt::format("-D CHAINS={} -D VECTOR={}", chains, vector);
    cl::Kernel kernel(common::build_kernel_file(context, device, file, how), "chains");
    kernel.setArg(3, 1.0F);
    kernel.setArg(4, rounds);
    return place(fmt::format("{} x {}", chains, vector), kernel, some, some / (chains * width),
                 2.0 * rounds, [&](double x) { return x + rounds; });
  };
  place_chains(1, 1);
  place_chains(8, 1);
  const auto chains =
      place_chains(8, std::max(4U, device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>()));
  // [/kernels]
  common::save_image(options.output, draw(points, gbps, peak));
  fmt::print("the roof: {:.2f} GB/s and {:.2f} GFLOP/s; they meet at {:.1f} FLOP/byte\n"
             "verified: all {} results of each kernel, {} of the chains. The plot is in {}\n",
             gbps, peak, peak / gbps, n, some, options.output);
  // [compare]
  std::vector<float> got(n);
  const auto compare = [&](const std::string& name, std::size_t count, const auto& twin,
                           const auto& launch) { // twin: the kernel in C++, for one number
    const auto loop = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        got[i] = twin(numbers[i]);
    };
    fmt::print("{}\n", common::compare_with_cpp(name, count, loop, launch, [&] {
                 queue.enqueueWriteBuffer(in, CL_FALSE, 0, 4 * count, numbers.data());
                 launch();
                 queue.enqueueReadBuffer(out, CL_TRUE, 0, 4 * count, got.data());
               }));
  };
  const auto doubled = [](float x) { return 2 * x + 1; };
  compare("scale", n, doubled, scale);
  float one = 1; // not const, so the C++ compiler does not know its value either
  const auto chain = [&](float x) {
    for (cl_uint r = 0; r < rounds; ++r)
      x = x * one + one;
    return x;
  };
  compare("chains", some, chain, chains);
  return common::exit_passed;
  // [/compare]
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Measures the roofline of a device, and places a few kernels under it."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--size", options.size, "how many numbers; rounded up to a multiple of 1024");
    app.add_option("--rounds", options.rounds, "in each of the chains")->check(CLI::Range(1, 1024));
    app.add_option("--output", options.output, "where to write the plot");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
