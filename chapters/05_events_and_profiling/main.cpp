// Chapter 5: blurs a picture with three commands, draws a timeline of them, and measures the kernel.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string input = common::find_data("images/scene_512.png").string();
  std::string output = "05_events_and_profiling.png";
  int reach = 10; // how far the wind blows a pixel
};
const char* const names[] = {"write", "kernel", "read"};

common::Image draw(const std::vector<common::EventTimes>& commands, const common::Image& picture) {
  const char* const states[] = {"in the queue", "submitted", "running"};
  const common::Colour colours[] = {common::pale, common::palette[1], common::palette[0]};
  constexpr int left = 90, above = 180; // room for the names, and for the bars over the picture
  common::Image image = common::canvas(std::max(picture.width, 512), above + picture.height);
  const cl_ulong start = commands[0].queued, end = commands[2].ended;
  const auto column = [&](cl_ulong time) { // where a time is in the image
    const double part = static_cast<double>(time - start) / std::max<cl_ulong>(end - start, 1);
    return left + static_cast<int>((image.width - left - 10) * part + 0.5);
  };
  const std::string total = fmt::format("{:.2f} ms", 1e-6 * (end - start));
  common::write(image, image.width - 10 - 12 * static_cast<int>(total.size()), 162, total);
  for (int i = 0; i < 3; ++i) {
    const int y = 50 + 40 * i;
    common::fill(image, 10 + 180 * i, 10, 14, 14, colours[i]); // the legend
    common::write(image, 30 + 180 * i, 10, states[i]);
    common::write(image, 10, y + 7, names[i]);
    const auto& [queued, submitted, started, ended] = commands[i];
    const int from[] = {column(queued), std::max(left, column(submitted) - 3), column(started)};
    const int to[] = {column(started), column(started), column(ended) + 1};
    for (int s = 0; s < 3; ++s) // short states are at least visible
      common::fill(image, from[s], y, to[s] - from[s], 28, colours[s]);
  }
  for (int row = 0; row < picture.height; ++row) // the picture below
    std::copy_n(&picture.pixels[3 * row * picture.width], 3 * picture.width,
                &image.pixels[3 * (above + row) * image.width]);
  return image;
}

// What the kernel does, as a loop over some rows.
void blow(const common::Image& from, common::Image& to, int reach, std::size_t begin,
          std::size_t end) {
  for (std::size_t row = begin; row < end; ++row)
    for (int column = 0; column < from.width; ++column) {
      int sum[3] = {0, 0, 0};
      for (int x = column; x <= column + reach; ++x)
        for (int c = 0; c < 3; ++c)
          sum[c] += from.pixels[3 * (row * from.width + std::min(x, from.width - 1)) + c];
      for (int c = 0; c < 3; ++c)
        to.pixels[3 * (row * from.width + column) + c] = sum[c] / (reach + 1);
    }
}

void run(const Options& options) {
  const common::Image picture = common::load_image(options.input, 3); // red, green, blue
  const int width = picture.width, height = picture.height;
  const std::size_t bytes = picture.pixels.size();
  common::Image blurred{width, height, 3, std::vector<std::uint8_t>(bytes)}, expected = blurred;
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {3, 3}); // bytes per pixel
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
  const cl::Buffer from(context, CL_MEM_READ_ONLY, bytes), to(context, CL_MEM_WRITE_ONLY, bytes);
  cl::Kernel kernel(common::build_kernel_file(context, device, "05_events_and_profiling/wind.cl"),
                    "wind");
  common::set_args(kernel, from, to, width, height, options.reach);
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(width, height), local);
  queue.enqueueWriteBuffer(from, CL_TRUE, 0, bytes, blurred.pixels.data()); // zeros
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);         // to warm up
  queue.finish();
  // [three]
  const common::Stopwatch watch;
  std::vector<cl::Event> events(3);
  queue.enqueueWriteBuffer(from, CL_FALSE, 0, bytes, picture.pixels.data(), nullptr, &events[0]);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &events[1]);
  queue.enqueueReadBuffer(to, CL_FALSE, 0, bytes, blurred.pixels.data(), nullptr, &events[2]);
  const double enqueued_ms = watch.milliseconds();
  cl::WaitForEvents(events);
  fmt::print("the host's clock: {:.3f} ms to enqueue, {:.3f} ms until all is done\n", enqueued_ms,
             watch.milliseconds());
  // [/three]
  std::vector<common::EventTimes> commands;
  for (int i = 0; i < 3; ++i) {
    commands.push_back(common::event_times(events[i]));
    const auto& [queued, submitted, started, ended] = commands[i];
    if (submitted < queued || started < submitted || ended < started ||
        (i > 0 && started < commands[i - 1].ended))
      throw common::Skip(fmt::format("this driver's times of the {} are not in order.", names[i]));
    fmt::print("{:<7} {:8.1f} us from queued to started, {:8.1f} us running\n", names[i],
               1e-3 * (started - queued), 1e-3 * (ended - started));
  }
  common::save_image(options.output, draw(commands, blurred));
  const common::Progress repeats("21 launches", 21e-3 * commands[1].execution_ms());
  // [repeat]
  common::Samples kernel_ms;
  for (int i = 0; i < 21; ++i) {
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
    kernel_ms.values.push_back(common::event_times(event).execution_ms());
  }
  fmt::print("21 launches of the kernel: shortest {:.3f} ms, median {:.3f} ms, longest {:.3f} ms\n",
             kernel_ms.min(), kernel_ms.median(), kernel_ms.max());
  // [/repeat]
  const auto rows = [&](std::size_t begin, std::size_t end) {
    blow(picture, expected, options.reach, begin, end);
  };
  common::in_steps("the picture in C++", height, rows);
  for (std::size_t i = 0; i < bytes; ++i)
    if (blurred.pixels[i] != expected.pixels[i])
      throw common::Error(fmt::format("column {}, row {} is wrong.", i / 3 % width, i / 3 / width));
  fmt::print("verified: the times are in order, and the picture in {} is right\n", options.output);
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const auto with_transfers = [&] {
    queue.enqueueWriteBuffer(from, CL_FALSE, 0, bytes, picture.pixels.data());
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, blurred.pixels.data());
  };
  fmt::print("{}\n", common::compare_with_cpp("wind", height, rows, launch, with_transfers));
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Blurs a picture, and draws a timeline of the three commands that it takes."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture");
    app.add_option("--output", options.output, "where to write the timeline");
    app.add_option("--reach", options.reach, "of the wind, in pixels")->check(CLI::Range(0, 1000));
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    run(options);
    return common::exit_passed;
  });
}
