// Chapter 3: a landscape seen from above. Two queues of one context share its heights, and each draws
// one half of the picture.
//
//   03_contexts_and_queues --seed 7       another landscape
//   03_contexts_and_queues --width 1500   a larger picture
//
// [includes]
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  int width = 768; // the height is two thirds of it
  std::string output = "03_contexts_and_queues.png";
};
// [/includes]

// [callback]
// For the driver to say what went wrong. It may call from a thread of its own, at any time.
void CL_CALLBACK report(const char* text, const void*, std::size_t, void*) noexcept {
  std::fprintf(stderr, "the driver says: %s\n", text);
}
// [/callback]

// [host]
int dice(cl_uint x, cl_uint y, cl_uint seed) {
  cl_uint n = x * 374761393u + y * 668265263u + seed * 2246822519u;
  n = (n ^ (n >> 13)) * 1274126177u;
  return static_cast<int>((n ^ (n >> 16)) & 255);
}

int height_at(int x, int y, cl_uint seed) {
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

std::array<int, 3> colour_at(int x, int y, int width, int height, cl_uint seed) {
  const auto at = [&](int column, int row) {
    return height_at(std::clamp(column, 0, width - 1), std::clamp(row, 0, height - 1), seed);
  };
  const int here = at(x, y), slope = at(x + 1, y) - at(x - 1, y) + at(x, y + 1) - at(x, y - 1);
  const int light = here < 30000 ? 40 + here / 300 : 128 + std::clamp(slope / 12, -90, 90);
  std::array<int, 3> colour = here < 30000   ? std::array{40, 100, 190}
                              : here < 31500 ? std::array{225, 205, 150}
                              : here < 40000 ? std::array{60, 140, 55}
                              : here < 46000 ? std::array{120, 105, 90}
                                             : std::array{245, 245, 245};
  for (int& each : colour)
    each = std::clamp(each * light / 128, 0, 255);
  return colour;
}
// [/host]

// [context]
int run(const Options& options) {
  const cl::Device device = common::pick_device(options.device);
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  const cl_context_properties properties[]{CL_CONTEXT_PLATFORM,
                                           reinterpret_cast<cl_context_properties>(platform()), 0};
  const cl::Context context(device, properties, report);
  const cl::CommandQueue queues[]{{context, device}, {context, device}};
  // [/context]
  // [heights]
  const auto program = common::build_kernel_file(context, device, "03_contexts_and_queues/land.cl");
  common::Image image = common::canvas(options.width, (2 * options.width + 2) / 3, {});
  const cl_int width = image.width, height = image.height;
  const cl::Buffer heights(context, CL_MEM_READ_WRITE, sizeof(cl_int) * width * height);
  cl::Kernel survey(program, "heights");
  survey.setArg(0, heights);
  survey.setArg(1, width);
  survey.setArg(2, height);
  survey.setArg(3, cl_uint{options.seed});
  cl::NDRange local = common::fit_local_size(device, survey, {16, 16});
  queues[0].enqueueNDRangeKernel(survey, cl::NullRange,
                                 common::round_up(cl::NDRange(width, height), local), local);
  queues[0].finish(); // the other queue does not wait for this command
  // [/heights]
  // [halves]
  cl::Kernel shade(program, "shade");
  shade.setArg(0, heights);
  shade.setArg(2, width);
  shade.setArg(3, height);
  local = common::fit_local_size(device, shade, {16, 16}); // each kernel has its own limit
  std::vector<cl::Buffer> halves;
  for (int i = 0; i < 2; ++i) {
    const cl_int first = height * i / 2, rows = height * (i + 1) / 2 - first;
    halves.emplace_back(context, CL_MEM_WRITE_ONLY, std::size_t{3} * width * rows);
    shade.setArg(1, halves[i]);
    shade.setArg(4, first);
    shade.setArg(5, rows);
    queues[i].enqueueNDRangeKernel(shade, cl::NullRange,
                                   common::round_up(cl::NDRange(width, rows), local), local);
    queues[i].flush(); // begin now, while we prepare the other half
  }
  // [/halves]
  // [read]
  for (int i = 0; i < 2; ++i) {
    const int first = height * i / 2, end = height * (i + 1) / 2;
    std::uint8_t* pixels = &image.pixels[std::size_t{3} * width * first];
    queues[i].enqueueReadBuffer(halves[i], CL_TRUE, 0, std::size_t{3} * width * (end - first),
                                pixels);
    fmt::print("queue {} drew rows {} to {}\n", i + 1, first, end - 1);
  }
  // [/read]
  // [verify]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto want = colour_at(x, y, width, height, options.seed);
      if (!std::equal(want.begin(), want.end(), &image.pixels[std::size_t{3} * (y * width + x)]))
        throw common::Error(fmt::format("row {}, column {} is wrong.", y, x));
    }
  common::save_image(options.output, image);
  fmt::print("verified: all {} x {} pixels; see {}\n", width, height, options.output);
  return common::exit_passed;
}
// [/verify]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"A landscape seen from above; two queues of one context draw its halves."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--width", options.width, "of the picture")->check(CLI::Range(2, 16384));
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
// [/main]
