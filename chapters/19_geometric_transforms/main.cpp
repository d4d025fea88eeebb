// Chapter 19: straightens a photographed page by its four corners, or turns a picture; checks every pixel on the host.
//   19_geometric_transforms --input photo.jpg --corners 212 80 903 164 860 1102 95 1010 --output page.png
//   19_geometric_transforms --input picture.png --angle 15 --output turned.png
//
// [includes]
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
// [/includes]

// [matrix]
using Matrix = std::array<double, 9>; // three rows

// Takes (0, 0), (width - 1, 0) ... to the corners: x and y of each, clockwise from the upper left one.
Matrix onto_corners(const std::vector<double>& c, int width, int height) {
  const double dx1 = c[2] - c[4], dx2 = c[6] - c[4], sx = c[0] - c[2] + c[4] - c[6];
  const double dy1 = c[3] - c[5], dy2 = c[7] - c[5], sy = c[1] - c[3] + c[5] - c[7];
  const double area = dx1 * dy2 - dx2 * dy1, right = width - 1, down = height - 1;
  const double g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  if (!(area < -1.0 && g > -1.0 && h > -1.0 && g + h > -1.0))
    throw common::UsageError("the corners are not those of a convex figure, clockwise.");
  const double a = (c[2] - c[0] + g * c[2]) / right, b = (c[6] - c[0] + h * c[6]) / down;
  const double d = (c[3] - c[1] + g * c[3]) / right, e = (c[7] - c[1] + h * c[7]) / down;
  return {a, b, c[0], d, e, c[1], g / right, h / down, 1.0};
}

// The inverse, but for a factor, which does not matter: it is in X, Y and w alike.
Matrix inverse(const Matrix& m) {
  return {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
          m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
          m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
}

// What the output shows where the input is turned clockwise around its middle.
Matrix turned(double degrees, int width, int height) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const double x = (width - 1) / 2.0, y = (height - 1) / 2.0;
  return {c, s, x - c * x - s * y, -s, c, y + s * x - c * y, 0, 0, 1};
}
// [/matrix]

// [page]
common::Image painted_page(int width, int height) {
  common::Image page = common::canvas(width, height, {250, 247, 238});
  common::write(page, 32, 36, "Inverse maps", common::ink, 5);
  for (int y = 104; y < height - 200; y += 28)
    common::write(page, 32, y, "Where does this come from?");
  for (int k = 0; k < 6; ++k)
    common::fill(page, 40 + 56 * k, height - 62 - 20 * k, 40, 22 + 20 * k, common::palette[k]);
  return common::with_channels(page, 4);
}
// [/page]

// [device]
struct Warper {
  cl::Device device;
  cl::Context context{device};
  cl::CommandQueue queue{context, device};
  cl::Program built = common::build_kernel_file(context, device, "19_geometric_transforms/warp.cl");

  common::Image operator()(common::Image in, const Matrix& map, int width, int height) {
    std::vector<float> floats(map.begin(), map.end());
    common::Image result = common::with_channels(common::canvas(width, height), 4);
    constexpr cl_mem_flags copied = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const cl::Buffer input(context, copied, in.pixels.size(), in.pixels.data());
    const cl::Buffer matrix(context, copied, 9 * sizeof(float), floats.data());
    const cl::Buffer output(context, CL_MEM_WRITE_ONLY, result.pixels.size());
    cl::Kernel kernel(built, "warp");
    common::set_args(kernel, input, in.width, in.height, matrix, background, output, width, height);
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    common::launch(queue, kernel, common::round_up(cl::NDRange(width, height), local), local);
    queue.enqueueReadBuffer(output, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
    check(in, map, result);
    return result;
  }
  // [/device]
  // [check]
  static constexpr cl_uchar4 background{{96, 74, 58, 255}};

  // The same in double. Floats move a place by a part of a pixel that grows with the picture.
  static void check(const common::Image& in, const Matrix& m, const common::Image& got) {
    const auto at = [&](double x, double y, int c) -> double {
      const bool there = x >= 0 && y >= 0 && x < in.width && y < in.height;
      return there ? in.pixels[std::size_t(4 * (y * in.width + x)) + c] : background.s[c];
    };
    for (std::size_t k = 0; k < got.pixels.size(); ++k) {
      const int c = k % 4, x = k / 4 % got.width, y = k / 4 / got.width;
      const double w = m[6] * x + m[7] * y + m[8], u = (m[0] * x + m[1] * y + m[2]) / w;
      const double v = (m[3] * x + m[4] * y + m[5]) / w, left = std::floor(u), top = std::floor(v);
      const double above = std::lerp(at(left, top, c), at(left + 1, top, c), u - left);
      const double below = std::lerp(at(left, top + 1, c), at(left + 1, top + 1, c), u - left);
      const double want = w > 0 ? std::lerp(above, below, v - top) : background.s[c];
      if (std::abs(got.pixels[k] - want) > 0.51 + 1e-4 * (in.width + in.height))
        throw common::Error(fmt::format("row {}, column {} should be {:.2f}.", y, x, want));
    }
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
  const common::Image result = std::isnan(o.angle) ? warp(photo, page_on_desk, o.width, o.height)
                                                   : warp(photo, turned(o.angle, w, h), w, h);
  common::save_image(o.output, result);
  fmt::print("verified: every pixel of {} is what the host computes\n", o.output);
  return common::exit_passed;
}
// [/run]

// [main]
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
// [/main]
