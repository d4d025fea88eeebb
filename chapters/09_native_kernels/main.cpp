// Chapter 9: kernels compute, and between them in the same queue functions of the host collect pictures
// and write the file. main() enqueues all of it and waits once.
// [film]
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <random>
constexpr int frames = 4, colours = 14;
struct Film { // an object of the host; no kernel could use it
  common::Image strip;
  std::string file, problem;
};

// Puts the cells beside the frames that are there already, in the colours of a colour wheel.
void add_frame(Film& film, const std::uint8_t* cells, int frame) {
  const int size = film.strip.height;
  for (int i = 0; i < size * size; ++i)
    for (int c = 0; c < 3; ++c) {
      const double angle = 2.0 * M_PI * (double(cells[i]) / colours - c / 3.0);
      film.strip.pixels[3 * ((i / size * frames + frame) * size + i % size) + c] =
          static_cast<std::uint8_t>(std::lround(127.5 + 127.5 * std::cos(angle)));
    }
}
// [/film]
// [functions]
struct Record { // what a function in the queue gets
  void* cells;  // enqueued as the handle of a buffer; the function finds a pointer to the cells
  int frame;    // anything else arrives as it is
  Film* film;
};

void CL_CALLBACK take_frame(void* raw) {
  const auto* record = static_cast<const Record*>(raw);
  add_frame(*record->film, static_cast<const std::uint8_t*>(record->cells), record->frame);
}

void CL_CALLBACK save_film(void* raw) {
  Film& film = *static_cast<const Record*>(raw)->film;
  try {
    common::save_image(film.file, film.strip);
  } catch (const std::exception& error) { // it must not reach the driver, which calls this
    film.problem = error.what();
  }
}
// [/functions]
// [host]
using Cells = std::vector<std::uint8_t>;
// What the device has to compute: all cells one step later.
Cells next_cells(const Cells& now, int size) {
  Cells next = now;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const int follower = (now[y * size + x] + 1) % colours;
      for (const auto& [dx, dy] : {std::pair{1, 0}, {size - 1, 0}, {0, 1}, {0, size - 1}})
        if (now[(y + dy) % size * size + (x + dx) % size] == follower)
          next[y * size + x] = static_cast<std::uint8_t>(follower);
    }
  return next;
}
// [/host]
// [setup]
int run(const common::ProgramOptions& options, int size, int steps, bool no_native,
        const std::string& output) {
  const cl::Device device = common::pick_device(options.device);
  const auto can = device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>();
  const bool native = (can & CL_EXEC_NATIVE_KERNEL) != 0 && !no_native;
  std::mt19937 random(options.seed);
  Cells cells(size * size);
  for (std::uint8_t& cell : cells)
    cell = static_cast<std::uint8_t>(random() % colours);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device); // in order
  const cl::Buffer even(context, cells.begin(), cells.end(), false);
  const cl::Buffer odd(context, CL_MEM_READ_WRITE, cells.size());
  cl::Kernel kernel(common::build_kernel_file(context, device, "09_native_kernels/cells.cl"),
                    "next_cells");
  kernel.setArg(2, cl_uint(size));
  kernel.setArg(3, cl_uint(colours));
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(size, size), local);
  Film film{{frames * size, size, 3, Cells(3 * frames * cells.size())}, output, {}};
  const std::unique_ptr<_cl_command_queue, decltype(&clFinish)> at_the_end(queue(), clFinish);
  // [/setup]
  // [enqueue]
  const auto enqueue = [&](auto function, const cl::Buffer& buffer, int frame) {
    Record record{buffer(), frame, &film};
    if (native) {
      const std::vector<cl::Memory> buffers{buffer};
      const std::vector<const void*> places{&record.cells}; // where the pointer belongs
      queue.enqueueNativeKernel(function, {&record, sizeof record}, &buffers, &places);
    } else { // the host waits, and calls the function itself
      record.cells = queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, cells.size());
      function(&record);
      queue.enqueueUnmapMemObject(buffer, record.cells);
    }
  };
  // [/enqueue]
  // [plan]
  for (int frame = 0, step = 0; frame < frames; ++frame) {
    for (; step < steps * frame * frame / 9; ++step) {
      kernel.setArg(0, step % 2 == 0 ? even : odd);
      kernel.setArg(1, step % 2 == 0 ? odd : even);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    }
    enqueue(take_frame, step % 2 == 0 ? even : odd, frame);
  }
  enqueue(save_film, even, frames);
  queue.finish(); // the only wait
  if (!film.problem.empty())
    throw common::Error(film.problem);
  Film expected{{film.strip.width, size, 3, Cells(film.strip.pixels.size())}, {}, {}};
  for (int frame = 0, step = 0; frame < frames; ++frame) {
    for (; step < steps * frame * frame / 9; ++step)
      cells = next_cells(cells, size);
    add_frame(expected, cells.data(), frame);
  }
  if (common::load_image(output, 3).pixels != expected.strip.pixels)
    throw common::Error("the file does not hold the pictures that the host has computed.");
  fmt::print("{} was written by {}\nverified: it shows {} frames, the last after {} steps\n",
             output, native ? "a native kernel" : "main(), between two commands", frames, steps);
  return common::exit_passed;
}
// [/plan]
// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Functions of the host in a queue: they collect what kernels compute."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string output = "09_native_kernels.png";
    int size = 192, steps = 360;
    bool no_native = false;
    app.add_option("--output", output, "where to write the film strip");
    app.add_option("--size", size, "cells in each direction")->check(CLI::Range(1, 4096));
    app.add_option("--steps", steps, "of the automaton")->check(CLI::Range(9, 100000));
    app.add_flag("--no-native", no_native, "as on a device without native kernels");
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(options, size, steps, no_native, output);
  });
}
// [/main]
