// Chapter 15: a picture times two matrices is the picture rebuilt from its slowest waves, by five kernels, and in C++.
// [head]
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string input = common::find_data("images/scene_512.png").string(), output = "15_matmul.png";
  int keep = 64, side = 768;
};

// The n x n matrix that keeps the `keep` slowest of the n cosine waves that make up n numbers.
std::vector<float> low_pass(int n, int keep) {
  std::vector<float> matrix(std::size_t(n) * n);
  for (int w = 0; w < std::min(keep, n); ++w) {
    std::vector<double> wave;
    for (int i = 0; i < n; ++i)
      wave.push_back(std::sqrt((w ? 2.0 : 1.0) / n) * std::cos(M_PI / n * w * (i + 0.5)));
    for (std::size_t i = 0; i < matrix.size(); ++i)
      matrix[i] += float(wave[i / n] * wave[i % n]);
  }
  return matrix;
}

// C = A B, computed in the type T: A is m x k, B is k x n.
template <typename T, typename U>
std::vector<T> product(const float* a, const std::vector<U>& b, int m, int n, int k) {
  std::vector<T> c(std::size_t(m) * n);
  for (int row = 0; row < m; ++row)
    for (int i = 0; i < k; ++i)
      for (int column = 0; column < n; ++column)
        c[row * n + column] += T(a[row * k + i]) * b[i * n + column];
  return c;
}
// [/head]
// [setup]
int run(const Options& options) {
  const common::Image picture = common::load_image(options.input, 3);
  // The work grows with the cube of a side: of a large picture, every second, third, ... pixel.
  const int every = (std::max(picture.width, picture.height) - 1) / options.side + 1;
  const int width = std::min((picture.width - 1) / every + 1, options.quick ? 120 : options.side);
  const int height = std::min((picture.height - 1) / every + 1, options.quick ? 90 : options.side);
  std::vector<float> x; // each row has its reds, then its greens, then its blues
  for (int row = 0; row < 3 * height; ++row)
    for (int i = 0; i < 3 * width; i += 3)
      x.push_back(picture.pixels[every * (row / 3 * 3ULL * picture.width + i) + row % 3] / 255.0F);
  const auto across = low_pass(width, options.keep), down = low_pass(height, options.keep);
  const std::vector<double> half = product<double>(x.data(), across, 3 * height, width, width),
                            want = product<double>(down.data(), half, height, 3 * width, height);
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {12, 12, 12});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const auto upload = [&](const auto& v) { return cl::Buffer(queue, v.begin(), v.end(), false); };
  const cl::Buffer x_there = upload(x);
  // [/setup]
  // [steps]
  struct Step {
    std::string name, how;   // it is built
    std::size_t x, y, block; // x * y work-items compute block * block elements of C
  };
  const auto naive = common::build_kernel_file(context, device, "15_matmul/v1_naive.cl");
  const auto t = common::fit_local_size(device, cl::Kernel(naive, "matmul_naive"), {16, 16})[0];
  std::vector<Step> steps;
  for (const char* name : {"v1_naive", "v2_accumulator", "v3_coalesced", "v7_local_tiles"})
    steps.push_back({name, fmt::format("-DTILE={}", t), t, t, t});
  const bool wide = device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>() >= 16; // AVX-512
  const auto room = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / 1120 / 16 * 16;
  const std::string chunk = fmt::format(" -DCHUNK={}", std::min<cl_ulong>(528, room));
  if (device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU)
    steps.push_back({"v12_double_buffer", "-DBM=64 -DBN=64 -DBK=16 -DTM=8 -DTN=4", 16, 8, 64});
  else
    steps.push_back({"c5_cpu_prefetch", (wide ? "-DCG=4" : "-DMR=6 -DNR=16") + chunk, 1, 1, 128});
  std::vector<float> got(x.size());
  for (const Step& step : steps) {
    cl::Kernel kernel(
        common::build_kernel_file(context, device, "15_matmul/" + step.name + ".cl", step.how),
        ("matmul" + step.name.substr(step.name.find('_'))).c_str());
    const std::vector<float> nothing(x.size(), NAN); // so that what no work-item writes is noticed
    const cl::Buffer rows = upload(nothing), result = upload(nothing);
    const auto multiply = [&](const auto& a, const auto& b, const auto& c, int m, int n, int k) {
      common::set_args(kernel, a, b, c, m, n, k);
      std::size_t wide = (n - 1) / step.block + 1, high = (m - 1) / step.block + 1; // in groups
      if (step.name == "v1_naive" || step.name == "v2_accumulator") // whose dimension 0 is the row
        std::swap(wide, high);
      return common::launch(queue, kernel, {wide * step.x, high * step.y}, {step.x, step.y});
    };
    const auto rebuild = [&](int keep) { // in milliseconds
      const cl::Buffer right = upload(low_pass(width, keep)), left = upload(low_pass(height, keep));
      const cl::Event first = multiply(x_there, right, rows, 3 * height, width, width);
      const cl::Event second = multiply(left, rows, result, height, 3 * width, height);
      queue.enqueueReadBuffer(result, CL_TRUE, 0, 4 * x.size(), got.data());
      return common::event_times(first).execution_ms() + common::event_times(second).execution_ms();
    };
    rebuild(options.keep); // it may have to compile
    const double ms = rebuild(options.keep), gflop = 2e-9 * double(x.size()) * (width + height);
    const auto all = common::compare(got, want, common::sum_tolerance(width + height, 10.0));
    if (!all.passed())
      throw common::Error(step.name + ": " + all.summary());
    fmt::print("{:17} {:9.3f} ms {:8.2f} GFLOP/s   verified\n", step.name, ms, 1e3 * gflop / ms);
    // [/steps]
    // [best]
    if (&step != &steps.back())
      continue;
    const cl::Buffer right = upload(across);
    const auto loop = [&](std::size_t begin, std::size_t end) {
      product<float>(&x[begin * width], across, int(end - begin), width, width);
    };
    const auto launch = [&] { multiply(x_there, right, rows, 3 * height, width, width).wait(); };
    fmt::print("{}\n", common::compare_with_cpp("first product", 3ULL * height, loop, launch, [&] {
                 multiply(upload(x), right, rows, 3 * height, width, width).wait();
                 queue.enqueueReadBuffer(rows, CL_TRUE, 0, 4 * x.size(), got.data());
               }));
    common::Image image{3 * width, height, 3, std::vector<std::uint8_t>(3 * x.size())};
    for (int panel = 0; panel < 3; ++panel) { // a sixteenth of the waves, a quarter, all
      rebuild(std::max(options.keep >> (4 - 2 * panel), 1));
      for (std::size_t i = 0; i < x.size(); ++i) // row i / width / 3, colour i / width % 3
        image.pixels[(i / width / 3 * 3 * width + panel * width + i % width) * 3 + i / width % 3] =
            std::uint8_t(std::clamp(255 * got[i] + 0.5F, 0.0F, 255.0F));
    }
    common::save_image(options.output, image);
  }
  fmt::print("{} x {} pixels from more and more waves: {}\n", height, width, options.output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Multiplies a picture with two matrices, by five kernels."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture");
    app.add_option("--output", options.output, "where to write the rebuilt pictures");
    app.add_option("--keep", options.keep, "how many waves stay")->check(CLI::PositiveNumber);
    app.add_option("--side", options.side, "of the numbers")->check(CLI::Range(1, 16384));
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/best]
