// Chapter 7: a kaleidoscope; a build option says how many points its star has. The program is built
// from source twice, saved as a binary and loaded again, and bars show how long each way took.
//   07_programs --points 9 --binary nine.bin     keeps the binary for the next start
// [includes]
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>

#include <complex>
#include <fmt/format.h>
#include <numbers>
// [/includes]

// [build]
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
// [/build]

// [check]
// Counts the pixels of `out` that are not what a kaleidoscope shows of `in`.
int count_wrong(const common::Image& in, const common::Image& out, int points) {
  const std::complex middle(-0.5 * in.width, 0.5 * in.height); // left is positive
  const auto mirrored = [](double at, int n) {
    return std::min(static_cast<int>(std::abs(std::remainder(at, 2 * n))), n - 1);
  };
  int wrong = 0;
  for (int row = 0; row < in.height; ++row)
    for (int column = 0; column < in.width; ++column) {
      const std::complex place = std::complex(-column - 0.5, row + 0.5) - middle;
      const double angle = std::remainder(std::arg(place), 2 * std::numbers::pi / points);
      const std::complex from = std::polar(std::abs(place), std::abs(angle)) + middle;
      const int x = mirrored(from.real(), in.width), y = mirrored(from.imag(), in.height);
      const std::uint8_t* pixel = &out.pixels[3 * (row * in.width + column)];
      wrong += std::equal(pixel, pixel + 3, &in.pixels[3 * (y * in.width + x)]) ? 0 : 1;
    }
  return wrong;
}
// [/check]

// [way]
void run(const common::ProgramOptions& options, int points, const std::string& more,
         const std::string& keep, const std::string& input, const std::string& output) {
  common::Image in = common::load_image(input, 3); // red, green, blue
  common::Image out = in, page = common::canvas(in.width + 360, std::max(in.height, 200));
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer in_buffer(context, in.pixels.begin(), in.pixels.end(), true);
  const cl::Buffer out_buffer(context, CL_MEM_WRITE_ONLY, in.pixels.size());
  int y = 20; // where the next bar is drawn
  const auto first_picture = [&](const char* way, const std::function<cl::Program()>& make) {
    const common::Stopwatch watch;
    cl::Kernel kernel(make(), "kaleidoscope");
    const double made = watch.milliseconds();
    kernel.setArg(0, in_buffer);
    kernel.setArg(1, out_buffer);
    kernel.setArg(2, static_cast<cl_uint>(in.width));
    kernel.setArg(3, static_cast<cl_uint>(in.height));
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    const cl::NDRange global = common::round_up(cl::NDRange(in.width, in.height), local);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.enqueueReadBuffer(out_buffer, CL_TRUE, 0, out.pixels.size(), out.pixels.data());
    const double total = watch.milliseconds();
    if (const int wrong = count_wrong(in, out, points); wrong > in.width * in.height / 100)
      throw common::Error(fmt::format("{}: {} pixels are wrong.", way, wrong));
    fmt::print("{:<14} kernel {:7.2f} ms, picture {:7.2f} ms: verified\n", way, made, total);
    common::write(page, in.width + 20, y, fmt::format("{}: {:.1f} ms", way, total));
    common::fill(page, in.width + 20, y + 20, static_cast<int>(total / 4), 20, common::palette[1]);
    common::fill(page, in.width + 20, y + 20, static_cast<int>(made / 4), 20, common::palette[0]);
    y += 60;
    return kernel.getInfo<CL_KERNEL_PROGRAM>();
  };
  // [/way]
  // [source]
  const auto text = [](const char* file) { return common::read_text(common::find_kernel(file)); };
  const cl::Program::Sources sources{text("07_programs/mirrored.clh"),
                                     text("07_programs/kaleidoscope.cl")};
  const double angle = std::numbers::pi / points;
  const std::string all = fmt::format(
      "-D POINTS={} -D SIN={:.8e}f -D COS={:.8e}f -D SOURCE=0x{} {}", points, std::sin(angle),
      std::cos(angle), common::fingerprint(sources[0] + sources[1]), more);
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::string new_options = fmt::format("{} -D NOW={}", all, now);
  const auto from_source = [&] { return build(context, device, sources, new_options); };
  const cl::Program program = first_picture("source", from_source);
  first_picture("source again", from_source);
  // [/source]
  // [binary]
  const std::string file = keep.empty() ? output + ".bin" : keep;
  const auto from_binary = [&] { return common::load_binary(context, device, file, all); };
  try {
    from_binary();
  } catch (const common::Error&) { // no such file, or made of something else
    common::save_binary(program, device, file, all);
    fmt::print("saved a binary of {} bytes\n", std::filesystem::file_size(file));
  }
  first_picture("binary", from_binary);
  if (keep.empty())
    std::filesystem::remove(file);
  for (int row = 0; row < in.height; ++row)
    std::copy_n(&out.pixels[3 * row * in.width], 3 * in.width, &page.pixels[3 * row * page.width]);
  common::save_image(output, page);
}
// [/binary]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"A kaleidoscope that is built from source, saved as a binary and loaded again."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string more, keep, output = "07_programs.png";
    std::string input = common::find_data("images/scene_512.png").string();
    int points = 6;
    app.add_option("--points", points, "how many points the star has")->check(CLI::Range(1, 99));
    app.add_option("--options", more, "further options for the compiler");
    app.add_option("--binary", keep, "keep the binary in this file, and use it if it is there");
    app.add_option("--input", input, "a picture; default: data/images/scene_512.png");
    app.add_option("--output", output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(output);
    run(options, points, more, keep, input, output);
    return common::exit_passed;
  });
}
// [/main]
