// Chapter 8: the game of life. Four kernels start it, play it, count its cells and paint it.
//
//   08_kernels_and_ndranges --rule B3/S023 --bar 40     another rule, and another start
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
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string rule = "B3/S23", output = "08_kernels_and_ndranges.png";
  cl_uint width = 71, height = 63, bar = 31;
};
using Cells = std::vector<std::uint8_t>; // 1 for alive, 0 for dead
// [/includes]

// [rule]
// The digits after `letter` as bits: after the S of "B3/S23" come the bits 2 and 3.
cl_uint bits_after(char letter, const std::string& rule) {
  cl_uint bits = 0;
  for (std::size_t i = rule.find(letter) + 1; i < rule.size() && std::isdigit(rule[i]); ++i)
    bits |= 1U << (rule[i] - '0');
  return bits;
}
// [/rule]

// [host]
// The generation after `now`, on the host.
Cells next_on_host(const Cells& now, cl_uint width, cl_uint height, cl_uint born, cl_uint stays) {
  Cells next(now.size());
  for (cl_uint y = 0; y < height; ++y)
    for (cl_uint x = 0; x < width; ++x) {
      const std::uint8_t cell = now[y * width + x];
      int sum = -cell; // a cell is not its own neighbour
      for (const cl_uint row : {y + height - 1, y, y + 1})
        for (const cl_uint column : {x + width - 1, x, x + 1})
          sum += now[row % height * width + column % width];
      next[y * width + x] = ((cell ? stays : born) >> sum) & 1;
    }
  return next;
}
// [/host]

// [begin]
void run(const Options& options) {
  const cl_uint width = options.width, height = options.height, cells = width * height;
  const cl_uint bar = std::min({options.bar, width, height}), frames = 5, every = 20, scale = 3;
  const cl_uint generations = (frames - 1) * every + 1;
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program =
      common::build_kernel_file(context, device, "08_kernels_and_ndranges/life.cl");
  Cells all(std::size_t{generations} * cells);
  const cl::Buffer history(context, CL_MEM_READ_WRITE, all.size());
  queue.enqueueWriteBuffer(history, CL_TRUE, 0, all.size(), all.data()); // all are dead
  // [/begin]
  // [live]
  cl::Kernel live(program, "live");
  live.setArg(0, history);
  live.setArg(1, width);
  const cl::NDRange across((width - bar) / 2, height / 2), down(width / 2, (height - bar) / 2);
  queue.enqueueNDRangeKernel(live, across, cl::NDRange(bar, 1), cl::NDRange(1, 1));
  queue.enqueueNDRangeKernel(live, down, cl::NDRange(1, bar), cl::NDRange(1, 1));
  // [/live]
  // [evolve]
  cl::Kernel evolve(program, "evolve");
  std::size_t local_x = 16, local_y = 8; // wanted
  const std::size_t limit = evolve.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  const std::vector<std::size_t> sides = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  while (local_x * local_y > limit || local_x > sides[0] || local_y > sides[1])
    (local_x > local_y ? local_x : local_y) /= 2;
  const cl::NDRange global((width + local_x - 1) / local_x * local_x,
                           (height + local_y - 1) / local_y * local_y);
  const cl_uint born = bits_after('B', options.rule), stays = bits_after('S', options.rule);
  common::set_args(evolve, history, width, height, born, stays); // all but the last one
  for (cl_uint generation = 1; generation < generations; ++generation) {
    evolve.setArg(5, generation);
    queue.enqueueNDRangeKernel(evolve, cl::NullRange, global, cl::NDRange(local_x, local_y));
  }
  queue.enqueueReadBuffer(history, CL_TRUE, 0, all.size(), all.data());
  // [/evolve]
  // [launch]
  cl::Kernel count(program, "count");
  std::vector<cl_uint> alive(generations);
  const cl::Buffer alive_buffer(context, CL_MEM_WRITE_ONLY, generations * sizeof(cl_uint));
  common::set_args(count, history, alive_buffer, cells, generations);
  const cl::NDRange group = common::fit_local_size(device, count, cl::NDRange(64));
  common::launch(queue, count, common::round_up(cl::NDRange(generations), group), group);
  queue.enqueueReadBuffer(alive_buffer, CL_TRUE, 0, generations * sizeof(cl_uint), alive.data());
  common::Image strip = common::canvas(scale * width * frames, scale * height);
  const cl::Buffer pixels(context, CL_MEM_WRITE_ONLY, strip.pixels.size());
  cl::Kernel paint(program, "paint");
  common::set_args(paint, history, pixels, width, height, scale, every, frames);
  const cl::NDRange block = common::fit_local_size(device, paint, {8, 8, 2});
  const cl::NDRange space(scale * width, scale * height, frames);
  common::launch(queue, paint, common::round_up(space, block), block);
  queue.enqueueReadBuffer(pixels, CL_TRUE, 0, strip.pixels.size(), strip.pixels.data());
  // [/launch]
  // [verify]
  Cells now(cells);
  for (cl_uint i = 0; i < bar; ++i)
    now[height / 2 * width + (width - bar) / 2 + i] =
        now[((height - bar) / 2 + i) * width + width / 2] = 1;
  for (cl_uint generation = 0; generation < generations; ++generation) {
    if (!std::equal(now.begin(), now.end(), all.begin() + generation * cells) ||
        alive[generation] != std::count(now.begin(), now.end(), 1))
      throw common::Error(fmt::format("generation {} is wrong.", generation));
    now = next_on_host(now, width, height, born, stays);
  }
  for (cl_uint i = 0; i < strip.pixels.size() / 3; ++i) {
    const cl_uint x = i / scale % width, y = i / strip.width / scale,
                  frame = i / (scale * width) % frames;
    if ((strip.pixels[3 * i] == common::ink.red) !=
        (all[(frame * every * height + y) * width + x] == 1))
      throw common::Error(fmt::format("pixel {} of frame {} is wrong.", i, frame));
  }
  fmt::print("verified {} generations, {} cells are alive\n", generations, alive.back());
  common::save_image(options.output, strip);
}
// [/verify]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"The game of life, by four kernels."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--rule", options.rule, "born with / stays alive with so many neighbours");
    app.add_option("--width", options.width, "cells in a row")->check(CLI::Range(1, 500));
    app.add_option("--height", options.height, "rows")->check(CLI::Range(1, 500));
    app.add_option("--bar", options.bar, "length of the bars")->check(CLI::PositiveNumber);
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (!options.rule.starts_with('B') || options.rule.find("/S") == std::string::npos)
      throw common::UsageError("--rule " + options.rule + ": write it like B3/S23.");
    run(options);
    return common::exit_passed;
  });
}
// [/main]
