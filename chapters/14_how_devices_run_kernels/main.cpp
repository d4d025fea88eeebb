// Chapter 14: the roofline of a device. Kernels are timed, verified, and become points of a plot.
// [head]
#include "common/device.hpp"
#include "common/draw.hpp"
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
// [/head]
// [draw]
struct Point {
  std::string name;
  double intensity, gflops; // FLOP for each byte, and 10^9 FLOP in a second
};

common::Image draw(const std::vector<Point>& points, double gbps, double peak) {
  common::Image image = common::canvas(760, 500);
  // Both axes are logarithmic: from 1/16 to 256 FLOP for each byte, and up to twice the peak.
  const auto x = [](double intensity) { return 88 + int(52 * std::log2(16 * intensity)); };
  const auto y = [&](double gflops) { return 30 + int(100 * std::log10(2 * peak / gflops)); };
  for (double i = 1.0 / 16; i <= 256; i *= 4) {
    common::line(image, x(i), 30, x(i), 430, common::pale, 1);
    common::write(image, x(i) - 12, 440, fmt::format("{:.3g}", i));
  }
  for (double g = std::pow(10, std::floor(std::log10(2 * peak))); y(g) < 430; g /= 10) {
    common::line(image, x(1.0 / 16), y(g), x(256), y(g), common::pale, 1);
    common::write(image, 4, y(g) - 7, fmt::format("{:>6g}", g));
  }
  common::write(image, 4, 8, "GFLOP/s");
  common::write(image, 300, 470, "FLOP for each byte");
  const double ridge = peak / gbps; // where the two parts of the roof meet
  common::line(image, x(1.0 / 16), y(gbps / 16), x(ridge), y(peak), common::ink, 3);
  common::line(image, x(ridge), y(peak), x(256), y(peak), common::ink, 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int px = x(points[i].intensity), py = y(points[i].gflops);
    common::fill(image, px - 6, py - 6, 12, 12, common::palette[i % 6]);
    const int up = i < 3 ? 0 : 16 * (i - 3); // the names of the chains are above each other
    common::write(image, px + 12, py + 4 - up, points[i].name, common::palette[i % 6]);
  }
  return image;
}
// [/draw]
// [setup]
int run(const common::ProgramOptions& options, std::size_t size, cl_uint rounds,
        const std::string& output) {
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  const std::size_t cached = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>() / sizeof(float);
  if (size == 0) // each buffer as large as the caches, or the program would measure those
    size = options.quick ? 1 << 18 : std::clamp<std::size_t>(cached, 1 << (gpu ? 25 : 23), 1 << 26);
  const std::size_t n = common::round_up(size, 1024), bytes = n * sizeof(float);
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
    const common::Samples ms = measure([&](cl::Event* event) {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, event);
    });
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
  };
  // [/place]
  // [kernels]
  const std::string file = "14_how_devices_run_kernels/roofline.cl";
  const cl::Program program = common::build_kernel_file(context, device, file);
  place("scale", cl::Kernel(program, "scale"), n, n, 2, [](double x) { return 2 * x + 1; });
  place("columns", cl::Kernel(program, "columns"), n, n, 2, [](double x) { return 2 * x + 1; });
  place("sine", cl::Kernel(program, "sine"), n, n, 16, [](double x) { return std::sin(x); });
  const std::size_t work = 1ULL << (gpu ? 32 : 27), some = std::min(n, work / rounds / 1024 * 1024);
  const auto place_chains = [&](std::size_t chains, std::size_t width) {
    const std::string vector = width == 1 ? "float" : fmt::format("float{}", width);
    const std::string how = fmt::format("-D CHAINS={} -D VECTOR={}", chains, vector);
    cl::Kernel kernel(common::build_kernel_file(context, device, file, how), "chains");
    kernel.setArg(3, 1.0F);
    kernel.setArg(4, rounds);
    place(fmt::format("{} x {}", chains, vector), kernel, some, some / (chains * width),
          2.0 * rounds, [&](double x) { return x + rounds; });
  };
  place_chains(1, 1);
  place_chains(8, 1);
  place_chains(8, std::max(4U, device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>()));
  // [/kernels]
  // [roof]
  common::save_image(output, draw(points, gbps, peak));
  fmt::print("the roof: {:.2f} GB/s and {:.2f} GFLOP/s; they meet at {:.1f} FLOP/byte\n"
             "verified: all {} results of each kernel, {} of the chains. The plot is in {}\n",
             gbps, peak, peak / gbps, n, some, output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Measures the roofline of a device, and places a few kernels under it."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::size_t size = 0;
    cl_uint rounds = 128;
    std::string output = "14_how_devices_run_kernels.png";
    app.add_option("--size", size, "how many numbers; rounded up to a multiple of 1024");
    app.add_option("--rounds", rounds, "multiply-adds in `chains`")->check(CLI::Range(1, 1024));
    app.add_option("--output", output, "where to write the plot");
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(options, size, rounds, output);
  });
}
// [/roof]
