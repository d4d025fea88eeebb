// Chapter 8: the game of life. Four kernels start it, play it, count its cells and paint it.
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
  std::string rule = "B3/S23", output = "08_kernels_and_ndranges.png";
  cl_uint width = 71, height = 63, bar = 31;
};
using Cells = std::vector<std::uint8_t>; // 1 for alive, 0 for dead

// The digits after `letter` as bits: after the S of "B3/S23" come the bits 2 and 3.
cl_uint bits_after(char letter, const std::string& rule) {
  cl_uint bits = 0;
  for (std::size_t i = rule.find(letter) + 1; i < rule.size() && std::isdigit(rule[i]); ++i)
    bits |= 1U << (rule[i] - '0');
  return bits;
}

// The rows begin ... end - 1 of the generation after `now`, in C++.
void play(const Cells& now, Cells& next, cl_uint width, cl_uint born, cl_uint stays,
          std::size_t begin, std::size_t end) {
  for (std::size_t y = begin; y < end; ++y) {
    const std::uint8_t *here = &now[y * width],
                       *above = y == 0 ? &now[now.size() - width] : here - width,
                       *below = (y + 1) * width == now.size() ? now.data() : here + width;
    std::uint8_t* const result = &next[y * width];
    const auto cell = [=](std::size_t left, std::size_t x, std::size_t right) {
      const int neighbours = above[left] + above[x] + above[right] + here[left] + here[right] +
                             below[left] + below[x] + below[right];
      result[x] = ((here[x] ? stays : born) >> neighbours) & 1;
    };
    cell(width - 1, 0, 1 % width);
    for (std::size_t x = 1; x + 1 < width; ++x)
      cell(x - 1, x, x + 1);
    cell((2 * width - 2) % width, width - 1, 0);
  }
}

int run(const Options& options) {
  const cl_uint width = options.width, height = options.height, cells = width * height;
  const cl_uint born = bits_after('B', options.rule), stays = bits_after('S', options.rule);
  const cl_uint bar = std::min({options.bar, width, height}), frames = 6, columns = 3, scale = 5;
  const cl_uint every = 16, generations = (frames - 1) * every + 1;
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program =
      common::build_kernel_file(context, device, "08_kernels_and_ndranges/life.cl");
  Cells all(std::size_t{generations} * cells);
  const cl::Buffer history(context, CL_MEM_READ_WRITE, all.size());
  queue.enqueueWriteBuffer(history, CL_TRUE, 0, all.size(), all.data()); // all are dead
  // [live]
  cl::Kernel live(program, "live");
  live.setArg(0, history);
  live.setArg(1, width);
  const cl::NDRange across((width - bar) / 2, height / 2), down(width / 2, (height - bar) / 2);
  queue.enqueueNDRangeKernel(live, across, cl::NDRange(bar, 1), cl::NDRange(1, 1));
  queue.enqueueNDRangeKernel(live, down, cl::NDRange(1, bar), cl::NDRange(1, 1));
  // [/live]
  // [groups]
  cl::Kernel evolve(program, "evolve");
  const cl::NDRange local = common::fit_local_size(device, evolve, {16, 8});
  const cl::NDRange global = common::round_up(cl::NDRange(width, height), local);
  common::set_args(evolve, history, width, height, born, stays); // all but the last one
  for (cl_uint generation = 1; generation < generations; ++generation) {
    evolve.setArg(5, generation);
    queue.enqueueNDRangeKernel(evolve, cl::NullRange, global, local);
  }
  queue.enqueueReadBuffer(history, CL_TRUE, 0, all.size(), all.data());
  cl::Kernel count(program, "count"), paint(program, "paint");
  std::vector<cl_uint> alive(generations);
  const cl::Buffer alive_buffer(context, CL_MEM_WRITE_ONLY, generations * sizeof(cl_uint));
  common::set_args(count, history, alive_buffer, cells, generations);
  common::launch(queue, count, cl::NDRange(generations)); // the driver chooses the local size
  queue.enqueueReadBuffer(alive_buffer, CL_TRUE, 0, generations * sizeof(cl_uint), alive.data());
  const cl::NDRange field(scale * width, scale * height, frames); // pixels, and how many fields
  common::Image image = common::canvas(columns * scale * width, frames / columns * scale * height);
  const cl::Buffer pixels(context, CL_MEM_WRITE_ONLY, image.pixels.size());
  common::set_args(paint, history, pixels, width, height, scale, every, frames, columns);
  const cl::NDRange block = common::fit_local_size(device, paint, {8, 8, 2});
  common::launch(queue, paint, common::round_up(field, block), block);
  queue.enqueueReadBuffer(pixels, CL_TRUE, 0, image.pixels.size(), image.pixels.data());
  // [/groups]
  Cells now(cells), next(cells);
  for (cl_uint i = 0; i < bar; ++i)
    now[height / 2 * width + (width - bar) / 2 + i] =
        now[((height - bar) / 2 + i) * width + width / 2] = 1;
  for (cl_uint generation = 0; generation < generations; ++generation) {
    if (!std::equal(now.begin(), now.end(), all.begin() + generation * cells) ||
        alive[generation] != std::count(now.begin(), now.end(), 1))
      throw common::Error(fmt::format("generation {} is wrong.", generation));
    play(now, next, width, born, stays, 0, height);
    now.swap(next);
  }
  for (cl_uint i = 0; i < image.pixels.size() / 3; ++i) {
    const cl_uint x = i % image.width / scale, y = i / image.width / scale; // in cells
    const cl_uint generation = (y / height * columns + x / width) * every;
    const bool lives = all[(generation * height + y % height) * width + x % width] == 1;
    if ((image.pixels[3 * i] == common::ink.red) != lives)
      throw common::Error(fmt::format("pixel {} is wrong.", i));
  }
  fmt::print("verified {} generations, {} cells are alive\n", generations, alive.back());
  common::save_image(options.output, image);
  const cl_uint side = options.quick ? 256 : 1024; // a multiple of any `local`
  all.resize(side * side), now = next = all;       // the whole history, taken for one large field
  const cl::Buffer large(context, CL_MEM_READ_WRITE, 2 * now.size()); // two generations
  common::set_args(evolve, large, side, side, born, stays, cl_uint{1});
  const auto step = [&] {
    queue.enqueueNDRangeKernel(evolve, cl::NullRange, cl::NDRange(side, side), local);
    queue.finish();
  };
  const auto copy_and_step = [&] {
    queue.enqueueWriteBuffer(large, CL_TRUE, 0, now.size(), now.data());
    step();
    queue.enqueueReadBuffer(large, CL_TRUE, now.size(), now.size(), all.data());
  };
  const auto rows = [&](auto begin, auto end) { play(now, next, side, born, stays, begin, end); };
  copy_and_step();
  fmt::print("{}\n", common::compare_with_cpp("evolve", side, rows, step, copy_and_step));
  if (all != next)
    throw common::Error("the generation of the large field is wrong.");
  return common::exit_passed;
}

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
    return run(options);
  });
}
