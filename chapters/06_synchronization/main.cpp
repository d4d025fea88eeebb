// Chapter 6: one picture, two kernels that do not need each other, and a blend of both. Wait lists say
// which command needs which. Below the picture the program draws when each command ran.
// [includes]
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
// [/includes]
// [host]
using Bytes = std::vector<std::uint8_t>; // red, green and blue of each pixel

// What the device has to compute.
Bytes star_lights(const Bytes& picture, std::size_t width) {
  const std::size_t count = picture.size(), line = 3 * width;
  std::vector<cl_uint> light(count / 3), right(count), left(count), down(count), up(count);
  const auto next = [&](std::size_t i, cl_uint glow) { // what reaches the next pixel
    return std::max(light[i / 3], glow * (250 - 4 * static_cast<cl_uint>(i % 3)) / 256);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* rgb = &picture[i - i % 3];
    const cl_uint brightness = (54U * rgb[0] + 183U * rgb[1] + 19U * rgb[2]) / 256;
    light[i / 3] = brightness > 170 ? 256 * 3 * (brightness - 170) : 0;
    right[i] = next(i, i % line >= 3 ? right[i - 3] : 0);
    down[i] = next(i, i >= line ? down[i - line] : 0);
  }
  Bytes result(count);
  for (std::size_t i = count; i-- > 0;) {
    left[i] = next(i, i % line + 3 < line ? left[i + 3] : 0);
    up[i] = next(i, i + line < count ? up[i + line] : 0);
    result[i] = std::min(255U, picture[i] + std::max({right[i], left[i], down[i], up[i]}) / 256);
  }
  return result;
}
// [/host]
// [draw]
using Command = std::pair<const char*, cl::Event>;

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
    const auto& [name, event] = commands[i];
    const common::EventTimes times = common::event_times(event);
    const int queued = x(times.queued), started = x(times.started), ended = x(times.ended);
    const int y = picture.height + 8 + 24 * i;
    common::write(image, 8, y + 2, name);
    common::fill(image, queued, y + 7, started - queued, 4, common::pale);
    common::fill(image, started, y, ended - started + 2, 18, common::palette[i]);
  }
  return image;
}
// [/draw]
// [queues]
int run(const cl::Device& device, int queues, const std::string& input, const std::string& output) {
  const auto supported = device.getInfo<CL_DEVICE_QUEUE_ON_HOST_PROPERTIES>();
  if (queues == 0 && (supported & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
    queues = 2;
  cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;
  if (queues == 0)
    properties |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, properties);
  const cl::CommandQueue other =
      queues == 2 ? cl::CommandQueue(context, device, properties) : queue;
  // [/queues]
  // [buffers]
  common::Image image = common::load_image(input, 3), result = image;
  const auto width = static_cast<cl_uint>(image.width), height = static_cast<cl_uint>(image.height);
  const cl_uint pixels = width * height, bytes = 3 * pixels;
  const cl::Buffer picture(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                           image.pixels.data());
  const cl::Buffer light(context, CL_MEM_READ_WRITE, pixels * sizeof(cl_uint));
  const cl::Buffer in_rows(context, CL_MEM_READ_WRITE, bytes * sizeof(cl_uint));
  const cl::Buffer in_columns(context, CL_MEM_READ_WRITE, bytes * sizeof(cl_uint));
  const cl::Buffer blended(context, CL_MEM_READ_WRITE, bytes);
  // [/buffers]
  // [enqueue]
  const cl::Program program =
      common::build_kernel_file(context, device, "06_synchronization/star_lights.cl");
  const auto enqueue = [&](const cl::CommandQueue& to, const char* name, cl_uint work_items,
                           const std::vector<cl::Event>& wait_list, const auto&... arguments) {
    cl::Kernel kernel(program, name);
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...); // one call for each argument
    const cl::NDRange local = common::fit_local_size(device, kernel, cl::NDRange(512));
    const cl::NDRange global = common::round_up(cl::NDRange(work_items), local);
    cl::Event event;
    to.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, &wait_list, &event);
    return event;
  };
  // [/enqueue]
  // [diamond]
  std::vector<Command> commands;
  for (int round = 0; round < 2; ++round) {  // in the first round some drivers still compile
    const std::vector<cl_uint> zeros(bytes); // so that no result of the first round is left
    for (const cl::Buffer& buffer : {light, in_rows, in_columns, blended})
      queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, buffer.getInfo<CL_MEM_SIZE>(), zeros.data());
    const cl::Event a = enqueue(queue, "lights", pixels, {}, picture, light, pixels);
    queue.flush(); // the other queue waits for a
    const cl::Event b = enqueue(queue, "rows", height, {a}, light, in_rows, width, height);
    const cl::Event c = enqueue(other, "columns", width, {a}, light, in_columns, width, height);
    other.flush(); // the first queue waits for c
    const cl::Event d =
        enqueue(queue, "blend", bytes, {b, c}, picture, in_rows, in_columns, blended, bytes);
    const std::vector<cl::Event> after_d{d};
    cl::Event e;
    queue.enqueueReadBuffer(blended, CL_TRUE, 0, bytes, result.pixels.data(), &after_d, &e);
    commands = {{"lights", a}, {"rows", b}, {"columns", c}, {"blend", d}, {"read", e}};
  }
  if (result.pixels != star_lights(image.pixels, width))
    throw common::Error("the device's picture differs from the host's.");
  common::save_image(output, with_timeline(result, commands));
  fmt::print("verified: every pixel is right; {} shows when each command ran\n", output);
  return common::exit_passed;
}
// [/diamond]
// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Draws stars around lights: four kernels that wait for each other."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string input = common::find_data("images/scene_512.png");
    std::string output = "06_synchronization.png";
    int queues = 0;
    app.add_option("--input", input, "picture to read");
    app.add_option("--output", output, "where to write the picture and the timeline");
    app.add_option("--queues", queues, "1 or 2 in-order queues; default: one out-of-order queue")
        ->check(CLI::Range(1, 2));
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(common::pick_device(options.device), queues, input, output);
  });
}
// [/main]
