// Chapter 7: a kaleidoscope; a build option says how many points its star has. The program is built
// twice, and two bars show how long it took to get to a kernel, and to the first picture.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

cl::Program build(const cl::Context& context, const cl::Device& device,
                  const cl::Program::Sources& sources, const std::string& options) {
  const cl::Program program(context, sources);
  try {
    program.build(device, options.c_str());
  } catch (const cl::Error& error) {
    throw common::Error(common::error_name(error.err()) + " with the options " + options + "\n" +
                        program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  }
  return program;
}

// The rows begin ... end - 1 of what the mirrors show of `in`, in C++.
void mirror_rows(const common::Image& in, common::Image& out, int points, std::size_t begin,
                 std::size_t end) {
  const float angle = std::numbers::pi_v<float> / points, sine = std::sin(angle),
              cosine = std::cos(angle);
  const auto mirrored = [](int i, int n) {
    const int j = (i < 0 ? -1 - i : i) % (2 * n);
    return j < n ? j : 2 * n - 1 - j;
  };
  for (std::size_t row = begin; row < end; ++row)
    for (int column = 0; column < in.width; ++column) {
      float x = 0.5F * in.width - column - 0.5F, y = row + 0.5F - 0.5F * in.height;
      for (int i = 0; i < points; ++i) {
        y = std::abs(y);
        const float behind = std::max(0.0F, y * cosine - x * sine);
        x += 2.0F * behind * sine;
        y -= 2.0F * behind * cosine;
      }
      const int from_column = mirrored(std::floor(0.5F * in.width - x), in.width);
      const int from_row = mirrored(std::floor(0.5F * in.height + y), in.height);
      std::copy_n(&in.pixels[3 * (from_row * in.width + from_column)], 3,
                  &out.pixels[3 * (row * in.width + column)]);
    }
}

int run(const common::ProgramOptions& options, int points, const std::string& more,
        const std::string& input, const std::string& output) {
  const common::Image in = common::load_image(input, 3); // red, green, blue
  common::Image out = in, host = in;
  const auto rows = [&](auto begin, auto end) { mirror_rows(in, host, points, begin, end); };
  common::in_steps("the picture in C++", in.height, rows);
  const std::size_t bytes = in.pixels.size();
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, in.width, in.height, {3, 3});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer in_buffer(context, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer out_buffer(context, CL_MEM_WRITE_ONLY, bytes);
  queue.enqueueWriteBuffer(in_buffer, CL_TRUE, 0, bytes, in.pixels.data());
  // [options]
  const auto text = [](const char* file) { return common::read_text(common::find_kernel(file)); };
  const cl::Program::Sources sources{text("07_programs/mirrored.clh"),
                                     text("07_programs/kaleidoscope.cl")};
  const double angle = std::numbers::pi / points;
  const std::string build_options = fmt::format(
      "-D POINTS={} -D SIN={:.8e}f -D COS={:.8e}f -D NOW={} {}", points, std::sin(angle),
      std::cos(angle), std::chrono::system_clock::now().time_since_epoch().count(), more);
  // [/options]
  cl::Kernel kernel;
  cl::NDRange local, global;
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const int legend = 100, width = std::max(in.width, 300); // below the picture: two bars
  common::Image page = common::canvas(width, in.height + legend);
  double longest = 0.0;
  int y = in.height + 34;
  // [twice]
  for (const char* way : {"source", "source again"}) {
    const common::Stopwatch watch;
    kernel = cl::Kernel(build(context, device, sources, build_options), "kaleidoscope");
    const double made = watch.milliseconds();
    kernel.setArg(0, in_buffer);
    kernel.setArg(1, out_buffer);
    kernel.setArg(2, static_cast<cl_uint>(in.width));
    kernel.setArg(3, static_cast<cl_uint>(in.height));
    local = common::fit_local_size(device, kernel, {16, 16});
    global = common::round_up(cl::NDRange(in.width, in.height), local);
    launch();
    queue.enqueueReadBuffer(out_buffer, CL_TRUE, 0, bytes, out.pixels.data());
    const double total = watch.milliseconds();
    // [/twice]
    int wrong = 0;
    for (std::size_t i = 0; i < bytes; i += 3)
      wrong += std::equal(&out.pixels[i], &out.pixels[i] + 3, &host.pixels[i]) ? 0 : 1;
    if (wrong > in.width * in.height / 100)
      throw common::Error(fmt::format("{}: {} pixels are wrong.", way, wrong));
    fmt::print("{:<13} kernel {:7.2f} ms, picture {:7.2f} ms: verified\n", way, made, total);
    longest = std::max(longest, total);
    const double scale = (width - 40) / longest; // pixels per millisecond
    common::write(page, 20, y, fmt::format("{}: {:.0f} ms", way, total));
    common::fill(page, 20, y + 18, static_cast<int>(scale * total), 8, common::palette[1]);
    common::fill(page, 20, y + 18, static_cast<int>(scale * made), 8, common::palette[0]);
    y += 34;
  }
  common::write(page, 20, in.height + 12, "kernel", common::palette[0]);
  common::write(page, 116, in.height + 12, "first picture", common::palette[1]);
  for (int row = 0; row < in.height; ++row)
    std::copy_n(&out.pixels[3 * row * in.width], 3 * in.width, &page.pixels[3 * row * width]);
  common::save_image(output, page);
  const auto copy_and_launch = [&] {
    queue.enqueueWriteBuffer(in_buffer, CL_TRUE, 0, bytes, in.pixels.data());
    launch();
    queue.enqueueReadBuffer(out_buffer, CL_TRUE, 0, bytes, out.pixels.data());
  };
  fmt::print("{}\n",
             common::compare_with_cpp("kaleidoscope", in.height, rows, launch, copy_and_launch));
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"A kaleidoscope whose number of points is built into the kernel."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string more, output = "07_programs.png";
    std::string input = common::find_data("images/scene_512.png").string();
    int points = 6;
    app.add_option("--points", points, "how many points the star has")->check(CLI::Range(1, 99));
    app.add_option("--options", more, "further options for the compiler");
    app.add_option("--input", input, "a picture; default: data/images/scene_512.png");
    app.add_option("--output", output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(output);
    return run(options, points, more, input, output);
  });
}
