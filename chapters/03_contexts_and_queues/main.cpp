// Chapter 3: a landscape in strips. One queue computes a strip while another reads the one before it.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  int width = 1536; // the height is two thirds of it
  int reach = 64;   // the length of a shadow, in steps
  std::string output = "03_contexts_and_queues.png";
};

int height_at(int x, int y, cl_uint seed) { // the kernels' arithmetic again, on the host
  const auto dice = [](cl_uint column, cl_uint row, cl_uint key) {
    cl_uint n = column * 374761393u + row * 668265263u + key * 2246822519u;
    n = (n ^ (n >> 13)) * 1274126177u;
    return static_cast<int>((n ^ (n >> 16)) & 255);
  };
  int sum = 0;
  for (int cell = 128; cell >= 4; cell /= 2) {
    const auto eased = [&](int at) { return at * at * (3 * cell - 2 * at) / (cell * cell); };
    const int right = eased(x % cell), down = eased(y % cell);
    const auto edge = [&](int row) {
      const cl_uint column = x / cell, key = seed + cell;
      return dice(column, row, key) * (cell - right) + dice(column + 1, row, key) * right;
    };
    sum += (edge(y / cell) * (cell - down) + edge(y / cell + 1) * down) / cell;
  }
  return sum;
}

void shade_rows(const std::vector<int>& land, common::Image& image, int reach, int begin, int end) {
  constexpr int colours[][3]{
      {40, 100, 190}, {225, 205, 150}, {60, 140, 55}, {120, 105, 90}, {245, 245, 245}};
  const int width = image.width, height = image.height, sea = 30000;
  const auto at = [&](int x, int y) {
    return land[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
  };
  std::uint8_t* pixel = &image.pixels[std::size_t{3} * begin * width];
  for (int y = begin; y < end; ++y)
    for (int x = 0; x < width; ++x) {
      int here = at(x, y), surface = std::max(here, sea), hidden = 0;
      for (int step = 1; step <= reach; ++step)
        hidden = std::max(hidden, land[std::max(y - step, 0) * width + std::max(x - step, 0)] -
                                      surface - 300 * step);
      const int slope = (at(x + 1, y) - at(x - 1, y) + at(x, y + 1) - at(x, y - 1)) / 12;
      const int bright = here < sea ? 40 + here / 300 : 128 + std::clamp(slope, -90, 90);
      const int light = bright - std::min(hidden / 20, 60);
      const int kind = (here >= sea) + (here >= 31500) + (here >= 40000) + (here >= 46000);
      for (const int part : colours[kind])
        *pixel++ = static_cast<std::uint8_t>(std::clamp(part * light / 128, 0, 255));
    }
}

int run(const Options& options) {
  // [heights]
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue computing(context, device), reading(context, device);
  common::Image image = common::canvas(options.width, (2 * options.width + 2) / 3, {});
  const cl_int width = image.width, height = image.height, reach = options.reach;
  const auto program = common::build_kernel_file(context, device, "03_contexts_and_queues/land.cl");
  const cl::Buffer heights(context, CL_MEM_READ_WRITE, sizeof(cl_int) * width * height);
  cl::Kernel survey(program, "heights"), shade(program, "shade");
  common::set_args(survey, heights, width, height, cl_uint{options.seed});
  const cl::NDRange whole(width, height), wanted(16, 16);
  cl::NDRange local = common::fit_local_size(device, survey, wanted);
  computing.enqueueNDRangeKernel(survey, cl::NullRange, common::round_up(whole, local), local);
  // [/heights]
  // [strips]
  const int strips = std::min(16, height);
  const auto first_row = [&](int strip) { return height * strip / strips; };
  const std::size_t row = std::size_t{3} * width, most = row * (height / strips + 1);
  const cl::Buffer even(context, CL_MEM_WRITE_ONLY, most), odd(context, CL_MEM_WRITE_ONLY, most);
  local = common::fit_local_size(device, shade, wanted); // each kernel has its own limit
  const auto compute = [&](int strip) {
    const cl_int first = first_row(strip), rows = first_row(strip + 1) - first;
    common::set_args(shade, heights, strip % 2 ? odd : even, width, height, first, rows, reach);
    const cl::NDRange global = common::round_up(cl::NDRange(width, rows), local);
    computing.enqueueNDRangeKernel(shade, cl::NullRange, global, local);
  };
  const auto read = [&](const cl::CommandQueue& queue, int strip) { // blocking
    const std::size_t begin = row * first_row(strip), end = row * first_row(strip + 1);
    queue.enqueueReadBuffer(strip % 2 ? odd : even, CL_TRUE, 0, end - begin, &image.pixels[begin]);
  };
  // [/strips]
  // [queues]
  const auto one_queue = [&] {
    for (int strip = 0; strip < strips; ++strip) {
      compute(strip);
      read(computing, strip); // the device computes nothing until the strip has arrived
    }
  };
  const auto two_queues = [&] {
    compute(0);
    for (int strip = 0; strip < strips; ++strip) {
      computing.finish(); // this strip is computed: the other queue would not wait for that
      if (strip + 1 < strips)
        compute(strip + 1); // into the other buffer
      computing.flush();    // begin now
      read(reading, strip); // at the same time
    }
  };
  // [/queues]
  one_queue(); // some drivers compile a kernel when it is first launched
  fmt::print("{} strips, one queue: {:.2f} ms\n", strips, common::shortest_ms(one_queue));
  std::fill(image.pixels.begin(), image.pixels.end(), std::uint8_t{0});
  fmt::print("{} strips, two queues: {:.2f} ms\n", strips, common::shortest_ms(two_queues));
  std::vector<int> land(std::size_t{1} * width * height);
  for (int i = 0; i < width * height; ++i)
    land[i] = height_at(i % width, i / width, options.seed);
  auto want = image;
  const auto rows = [&](int begin, int end) { shade_rows(land, want, reach, begin, end); };
  common::in_steps("the map in C++", height, rows);
  for (std::size_t i = 0; i < want.pixels.size(); ++i)
    if (image.pixels[i] != want.pixels[i])
      throw common::Error(fmt::format("row {}, column {} is wrong.", i / row, i % row / 3));
  fmt::print("verified: all {} x {} pixels; see {}\n", width, height, options.output);
  const auto without_reads = [&] {
    for (int strip = 0; strip < strips; ++strip)
      compute(strip);
    computing.finish();
  };
  fmt::print("{}\n", common::compare_with_cpp("land", height, rows, without_reads, two_queues));
  for (int strip = 0; strip < strips; ++strip) // blue: it was in the buffer `even`
    common::fill(image, 0, first_row(strip), 12, height, common::palette[strip % 2]);
  common::save_image(options.output, image);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"A landscape in strips: one queue computes while another reads."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--width", options.width, "of the picture")->check(CLI::Range(2, 16384));
    app.add_option("--reach", options.reach, "steps of a shadow")->check(CLI::Range(0, 1000));
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
