// Chapter 6: stars around lights. Wait lists say which command needs which; a timeline shows what ran when.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

using Command = std::pair<const char*, cl::Event>; // its name, and what it returned

// The glow along a line of pixels, which are `step` apart, in both directions.
void streak(const cl_uint* light, cl_uint* glows, std::size_t length, std::size_t step) {
  for (cl_uint colour = 0; colour < 3; ++colour)
    for (const bool back : {false, true}) {
      cl_uint glow = 0;
      for (std::size_t k = 0; k < length; ++k) {
        const std::size_t i = (back ? length - 1 - k : k) * step;
        glow = std::max(light[i], glow * (246 - 4 * colour) / 256);
        glows[3 * i + colour] = back ? std::max(glows[3 * i + colour], glow) : glow;
      }
    }
}

// The picture, and below it a bar for each command: pale while it waits, strong while it runs.
common::Image with_timeline(const common::Image& picture, const std::vector<Command>& commands) {
  common::Image image = common::canvas(picture.width, picture.height + 128);
  std::copy(picture.pixels.begin(), picture.pixels.end(), image.pixels.begin());
  const cl_ulong begin = common::event_times(commands.front().second).queued;
  const cl_ulong end = common::event_times(commands.back().second).ended;
  const auto x = [&](cl_ulong time) { // the names take 100 pixels, the bars what is left
    const double part = double(time - begin) / double(std::max(end - begin, cl_ulong{1}));
    return 100 + static_cast<int>((image.width - 110) * std::clamp(part, 0.0, 1.0));
  };
  for (int i = 0; i < 5; ++i) {
    const auto [queued, submitted, started, ended] = common::event_times(commands[i].second);
    const int y = picture.height + 8 + 24 * i;
    common::write(image, 8, y + 2, commands[i].first);
    common::fill(image, x(queued), y + 7, x(started) - x(queued), 4, common::pale);
    common::fill(image, x(started), y, x(ended) - x(started) + 2, 18, common::palette[i]);
  }
  return image;
}

void run(const cl::Device& device, int queues, const std::string& input, const std::string& out) {
  const cl::Context context(device);
  // [queues]
  const auto supported = device.getInfo<CL_DEVICE_QUEUE_ON_HOST_PROPERTIES>();
  cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;
  properties |= queues == 0 ? supported & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
  const cl::CommandQueue queue(context, device, properties);
  const auto other = queues == 2 ? cl::CommandQueue(context, device, properties) : queue;
  // [/queues]
  common::Image image = common::load_image(input, 3), result = image;
  const cl_int width = image.width, height = image.height, pixels = width * height;
  const std::size_t bytes = image.pixels.size();
  common::require_room(device, width, height, {3, 4, 12, 12, 3});
  cl::Buffer picture(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, image.pixels.data());
  const cl::Buffer light(context, CL_MEM_READ_WRITE, pixels * sizeof(cl_uint));
  const cl::Buffer across(context, CL_MEM_READ_WRITE, bytes * sizeof(cl_uint));
  const cl::Buffer down(context, CL_MEM_READ_WRITE, bytes * sizeof(cl_uint));
  const cl::Buffer stars(context, CL_MEM_WRITE_ONLY, bytes);
  // [enqueue]
  const cl::Program program =
      common::build_kernel_file(context, device, "06_synchronization/star_lights.cl");
  const auto enqueue = [&](const cl::CommandQueue& to, const char* name, std::size_t items,
                           const std::vector<cl::Event>& wait_list, const auto&... arguments) {
    cl::Kernel kernel(program, name);
    common::set_args(kernel, arguments...); // one setArg for each
    const cl::NDRange local = common::fit_local_size(device, kernel, {items < 10000 ? 16U : 128U});
    const cl::NDRange global = common::round_up(cl::NDRange(items), local);
    cl::Event event;
    to.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, &wait_list, &event);
    return event;
  };
  // [/enqueue]
  std::vector<Command> commands;
  for (int round = 0; round < 2; ++round) {  // in the first round some drivers still compile
    const std::vector<cl_uint> zeros(bytes); // so that no result of the first round is left
    for (const cl::Buffer& buffer : {light, across, down, stars})
      queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, buffer.getInfo<CL_MEM_SIZE>(), zeros.data());
    // [diamond]
    cl::Event a = enqueue(queue, "lights", pixels, {}, picture, light, width, height);
    queue.flush(); // the other queue waits for a
    cl::Event b = enqueue(queue, "rows", height, {a}, light, across, width, height);
    cl::Event c = enqueue(other, "columns", width, {a}, light, down, width, height);
    other.flush(); // the first queue waits for c
    cl::Event d = enqueue(queue, "blend", bytes, {b, c}, picture, across, down, stars, pixels);
    const std::vector<cl::Event> after_d{d};
    cl::Event e;
    queue.enqueueReadBuffer(stars, CL_TRUE, 0, bytes, result.pixels.data(), &after_d, &e);
    // [/diamond]
    commands = {{"lights", a}, {"rows", b}, {"columns", c}, {"blend", d}, {"read", e}};
  }
  common::save_image(out, with_timeline(result, commands));
  std::vector<cl_uint> own_light(pixels), own_across(bytes), own_down(bytes); // the host's own
  const auto green = [&](int x, int y) {
    const int i = std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1);
    return int{image.pixels[3 * i + 1]};
  };
  for (int i = 0; i < pixels; ++i) {
    const int x = i % width, y = i / width, row = std::max(green(x - 16, y), green(x + 16, y));
    const int dark = std::max({row, green(x, y - 16), green(x, y + 16)});
    own_light[i] = 256 * std::clamp(4 * (green(x, y) - dark - 64), 0, 255);
  }
  const auto rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
      streak(&own_light[y * width], &own_across[3 * y * width], width, 1);
  };
  common::in_steps("rows in C++", height, rows);
  for (int x = 0; x < width; ++x)
    streak(&own_light[x], &own_down[3 * x], height, width);
  for (std::size_t i = 0; i < bytes; ++i)
    if (const cl_uint glow = std::max(own_across[i], own_down[i]) / 256;
        result.pixels[i] != std::min(255U, image.pixels[i] * 5U / 8 + glow))
      throw common::Error("the device's picture differs from the host's.");
  fmt::print("verified: every pixel is right; {} shows when each command ran\n", out);
  const auto start = [&] {
    enqueue(queue, "rows", height, {}, light, across, width, height).wait();
  };
  const auto with_transfers = [&] {
    queue.enqueueWriteBuffer(light, CL_TRUE, 0, pixels * sizeof(cl_uint), own_light.data());
    start();
    queue.enqueueReadBuffer(across, CL_TRUE, 0, bytes * sizeof(cl_uint), own_across.data());
  };
  fmt::print("{}\n", common::compare_with_cpp("rows", height, rows, start, with_transfers));
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Draws stars around lights: four kernels that wait for each other."};
    common::ProgramOptions options;
    std::string input = common::find_data("images/scene_512.png"),
                output = "06_synchronization.png";
    int queues = 0; // one out-of-order queue
    common::add_program_options(app, options);
    app.add_option("--input", input, "picture to read");
    app.add_option("--output", output, "where to write the picture and the timeline");
    app.add_option("--queues", queues, "1 or 2 queues in order")->check(CLI::Range(1, 2));
    common::parse(app, count, arguments);
    common::require_writable(output);
    run(common::pick_device(options.device), queues, input, output);
    return common::exit_passed;
  });
}
