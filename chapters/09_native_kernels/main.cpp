// Chapter 9: kernels compute, and functions of the host in the same queue take and save pictures.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <random>

constexpr int frames = 4, colours = 14;
using Cells = std::vector<std::uint8_t>;
struct Film {          // an object of the host; no kernel could use it
  common::Image image; // two frames in a row, and two pixels for a cell
  std::string file, problem;
};

// Some rows of cells of a frame, in the colours of a colour wheel.
void add_rows(Film& film, const std::uint8_t* cells, int frame, int begin, int end) {
  const int side = film.image.width / 2; // of a frame, in pixels
  for (int y = 2 * begin; y < 2 * end; ++y)
    for (int x = 0; x < side; ++x)
      for (int c = 0; c < 3; ++c) {
        const double turn = cells[y / 2 * side / 2 + x / 2] / double(colours) - c / 3.0;
        film.image.pixels[3 * ((frame / 2 * side + y) * 2 * side + frame % 2 * side + x) + c] =
            static_cast<std::uint8_t>(std::lround(127.5 + 127.5 * std::cos(2.0 * M_PI * turn)));
      }
}

// [functions]
struct Record { // what a function in the queue gets
  void* cells;  // enqueued as the handle of a buffer; the function finds a pointer to the cells
  int frame;    // anything else arrives as it is
  Film* film;
};

void CL_CALLBACK take_frame(void* raw) {
  const auto* record = static_cast<const Record*>(raw);
  const auto* cells = static_cast<const std::uint8_t*>(record->cells);
  add_rows(*record->film, cells, record->frame, 0, record->film->image.height / 4);
}

void CL_CALLBACK save_film(void* raw) {
  Film& film = *static_cast<const Record*>(raw)->film;
  try {
    common::save_image(film.file, film.image);
  } catch (const std::exception& error) { // it must not reach the driver, which calls this
    film.problem = error.what();
  }
}
// [/functions]

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

int run(const common::ProgramOptions& options, int size, int steps, bool no_native,
        const std::string& output) {
  const cl::Device device = common::pick_device(options.device);
  const bool native = !no_native && (device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>() &
                                     CL_EXEC_NATIVE_KERNEL) != 0;
  std::mt19937 random(options.seed);
  Cells cells(size * size);
  std::generate(cells.begin(), cells.end(), [&] { return random() % colours; });
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device); // in order
  cl::Buffer now(context, CL_MEM_READ_WRITE, cells.size());
  cl::Buffer next(context, CL_MEM_READ_WRITE, cells.size());
  queue.enqueueWriteBuffer(now, CL_TRUE, 0, cells.size(), cells.data());
  cl::Kernel kernel(common::build_kernel_file(context, device, "09_native_kernels/cells.cl"),
                    "next_cells");
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(size, size), local);
  const common::Image blank{4 * size, 4 * size, 3, Cells(48 * cells.size())};
  Film film{blank, output, {}}, expected{blank, {}, {}};
  const std::unique_ptr<_cl_command_queue, decltype(&clFinish)> at_the_end(queue(), clFinish);
  // [queue]
  const auto enqueue = [&](auto function, const cl::Buffer& buffer, int frame, bool as_command) {
    Record record{buffer(), frame, &film};
    if (as_command) {
      const std::vector<cl::Memory> buffers{buffer};
      const std::vector<const void*> places{&record.cells}; // where the pointer belongs
      queue.enqueueNativeKernel(function, {&record, sizeof record}, &buffers, &places);
    } else { // the host waits, and calls the function itself
      record.cells = queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, cells.size());
      function(&record);
      queue.enqueueUnmapMemObject(buffer, record.cells);
    }
  };
  for (int frame = 0, step = 0; frame < frames; ++frame) {
    for (; step < steps * frame * frame / 9; ++step) {
      common::set_args(kernel, now, next, cl_uint(size), cl_uint(colours));
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
      std::swap(now, next);
    }
    enqueue(take_frame, now, frame, native);
  }
  enqueue(save_film, now, frames, native);
  queue.finish(); // the only wait
  if (!film.problem.empty())
    throw common::Error(film.problem);
  // [/queue]
  for (int frame = 0, step = 0; frame < frames; ++frame) {
    for (; step < steps * frame * frame / 9; ++step)
      cells = next_cells(cells, size);
    add_rows(expected, cells.data(), frame, 0, size);
  }
  if (common::load_image(output, 3).pixels != expected.image.pixels)
    throw common::Error("the file does not hold the pictures that the host has computed.");
  fmt::print("{} was written by {}\nverified: it shows {} frames, the last after {} steps\n",
             output, native ? "a native kernel" : "main(), between two commands", frames, steps);
  const auto rows = [&](auto begin, auto end) { add_rows(expected, cells.data(), 0, begin, end); };
  const auto as_command = [&] { enqueue(take_frame, now, 0, native), queue.finish(); };
  const auto by_map = [&] { enqueue(take_frame, now, 0, false), queue.finish(); };
  fmt::print("{}\n", common::compare_with_cpp("take_frame", size, rows, as_command, by_map));
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Functions of the host in a queue: they collect what kernels compute."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string output = "09_native_kernels.png";
    int size = 192, steps = 360;
    bool no_native = false;
    app.add_option("--output", output, "where to write the four frames");
    app.add_option("--size", size, "cells in each direction")->check(CLI::Range(1, 2048));
    app.add_option("--steps", steps, "of the automaton")->check(CLI::Range(9, 100000));
    app.add_flag("--no-native", no_native, "as on a device without native kernels");
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(options, size, steps, no_native, output);
  });
}
