// Chapter 19: straightens a photographed page by its four corners, or turns a picture; checks every pixel on the host.
//   19_geometric_transforms --input photo.jpg --corners 212 80 903 164 860 1102 95 1010 --output page.png
//   19_geometric_transforms --input picture.png --angle 15 --output turned.png
//
// [includes]
#include "host.hpp"

#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
// [/includes]

common::Image painted_page(int width, int height) {
  common::Image page = common::canvas(width, height, {250, 247, 238});
  common::write(page, 32, 36, "Inverse maps", common::ink, 5);
  for (int y = 104; y < height - 200; y += 28)
    common::write(page, 32, y, "Where does this come from?");
  for (int k = 0; k < 6; ++k)
    common::fill(page, 40 + 56 * k, height - 62 - 20 * k, 40, 22 + 20 * k, common::palette[k]);
  return common::with_channels(page, 4);
}

// [device]
struct Warper {
  cl::Device device;
  cl::Context context{device};
  cl::CommandQueue queue{context, device};
  cl::Program built = common::build_kernel_file(context, device, "19_geometric_transforms/warp.cl");

  common::Image operator()(common::Image in, const Matrix& map, int width, int height,
                           bool compared = false) {
    std::vector<float> floats(map.begin(), map.end());
    common::Image result = common::with_channels(common::canvas(width, height), 4);
    common::require_room(device, in.width, in.height, {4});
    common::require_room(device, width, height, {4});
    const cl::Buffer input(context, CL_MEM_READ_ONLY, in.pixels.size());
    const cl::Buffer matrix(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 9 * sizeof(float),
                            floats.data());
    const cl::Buffer output(context, CL_MEM_WRITE_ONLY, result.pixels.size());
    cl::Kernel kernel(built, "warp");
    common::set_args(kernel, input, in.width, in.height, matrix, background, output, width, height);
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    const auto launch = [&] {
      common::launch(queue, kernel, common::round_up(cl::NDRange(width, height), local), local);
      queue.finish();
    };
    const auto launch_and_copy = [&] {
      queue.enqueueWriteBuffer(input, CL_FALSE, 0, in.pixels.size(), in.pixels.data());
      launch();
      queue.enqueueReadBuffer(output, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
    };
    launch_and_copy();
    check(in, map, result);
    std::vector<double> host(compared ? result.pixels.size() : 0);
    const auto loop = [&](std::size_t begin, std::size_t end) {
      warp_rows(in, map, background, width, begin, end, host);
    };
    if (compared)
      fmt::print("{}\n", common::compare_with_cpp("warp", std::size_t(height), loop, launch,
                                                  launch_and_copy));
    return result;
  }
  // [/device]
  // [check]
  static constexpr cl_uchar4 background{{96, 74, 58, 255}};

  // Floats move a place by a part of a pixel that grows with the picture.
  static void check(const common::Image& in, const Matrix& map, const common::Image& got) {
    std::vector<double> want(got.pixels.size());
    warp_rows(in, map, background, got.width, 0, std::size_t(got.height), want);
    for (std::size_t k = 0; k < want.size(); ++k)
      if (std::abs(got.pixels[k] - want[k]) > 0.51 + 1e-4 * (in.width + in.height))
        throw common::Error(fmt::format("row {}, column {} should be {:.2f}.", k / 4 / got.width,
                                        k / 4 % got.width, want[k]));
  }
};
// [/check]

// [run]
struct Options : common::ProgramOptions {
  std::string input, output = "19_geometric_transforms.png";
  std::vector<double> corners{252, 88, 862, 192, 916, 926, 62, 798};
  int width = 420, height = 560;
  double angle = NAN; // of a turn, if there is one
};

int run(const Options& o) {
  Warper warp{common::pick_device(o.device)};
  const Matrix page_on_desk = onto_corners(o.corners, o.width, o.height);
  const common::Image photo = // without one, ours: a page on a desk, seen from the side
      o.input.empty() ? warp(painted_page(o.width, o.height), inverse(page_on_desk), 1024, 1024)
                      : common::load_image(o.input, 4);
  const int w = photo.width, h = photo.height;
  const common::Image result = std::isnan(o.angle)
                                   ? warp(photo, page_on_desk, o.width, o.height, true)
                                   : warp(photo, turned(o.angle, w, h), w, h, true);
  common::save_image(o.output, result);
  fmt::print("verified: every pixel of {} is what the host computes\n", o.output);
  return common::exit_passed;
}
// [/run]

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Straightens a photographed page by its four corners, or turns a picture."};
    Options o;
    common::add_program_options(app, o);
    app.add_option("--corners", o.corners, "x and y, clockwise from the upper left")->expected(8);
    app.add_option("--angle", o.angle, "turn by these degrees instead");
    app.add_option("--width", o.width, "of the page")->check(CLI::Range(2, 16384));
    app.add_option("--height", o.height, "of the page")->check(CLI::Range(2, 16384));
    app.add_option("--input", o.input, "a PNG or JPEG; default: a page painted and photographed");
    app.add_option("--output", o.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(o.output);
    return run(o);
  });
}
