// Chapter 25: a deep look into the Mandelbrot set, where float has no digits left. On the left in float, on the right in
// double, or, where the device has no doubles, in pairs of floats.
//
//   25_extensions --width 3e-3        less deep: both halves look alike
//   25_extensions --with pairs        pairs of floats, on any device
//
// [includes]
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <fmt/format.h>
#include <numeric>

struct Options : common::ProgramOptions {
  std::string with = "best", output = "25_extensions.png";
  double re = -0.7756837680090538, im = 0.1364673682946901, width = 2e-6;
  cl_uint side = 400, limit = 1000;
};
using Steps = std::vector<cl_uint>;
// [/includes]

// A number as the sum of two floats: 48 digits of 2 in place of 24.
cl_float2 pair_of(double number) {
  const auto head = static_cast<float>(number);
  return {{head, static_cast<float>(number - head)}};
}

// [host]
// The same picture on the host, in float or in double.
template <typename Real>
Steps on_host(const Options& options, cl_float2 re, cl_float2 im, float pixel) {
  const auto number = [](cl_float2 pair) {
    return static_cast<Real>(pair.s[0]) + (sizeof(Real) > sizeof(float) ? pair.s[1] : 0);
  };
  const Real middle = static_cast<Real>(options.side / 2);
  Steps steps(std::size_t{options.side} * options.side);
  for (cl_uint i = 0; i < steps.size(); ++i) {
    const Real x = number(re) + (static_cast<Real>(i % options.side) - middle) * pixel;
    const Real y = number(im) + (static_cast<Real>(i / options.side) - middle) * pixel;
    Real a = 0, b = 0;
    while (steps[i] < options.limit && a * a + b * b <= 4) {
      const Real next = a * a - b * b + x;
      b = 2 * a * b + y;
      a = next;
      ++steps[i];
    }
  }
  return steps;
}

std::size_t count_different(const Steps& a, const Steps& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::size_t{0}, std::plus{},
                            std::not_equal_to{});
}
// [/host]

common::Colour colour_of(cl_uint steps, cl_uint limit) {
  const double turn = 4 * std::log2(1.0 + steps);
  const auto wave = [&](double shift) {
    return static_cast<std::uint8_t>(127.5 - 127.5 * std::cos(turn + shift));
  };
  return steps == limit ? common::ink : common::Colour{wave(0.9), wave(0.3), wave(-0.6)};
}

// [ask]
void run(const Options& options) {
  const cl::Device device = common::pick_device(options.device);
  const bool has_doubles = common::has_extension(device, "cl_khr_fp64"); // a whole word of the list
  fmt::print("{}\ncl_khr_fp64 is {}\n", common::describe(device),
             has_doubles ? "listed" : "missing");
  const bool in_double = has_doubles && options.with == "best";
  // [/ask]

  // [render]
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program =
      common::build_kernel_file(context, device, "25_extensions/mandelbrot.cl");
  const cl_uint side = options.side;
  const cl_float2 re = pair_of(options.re), im = pair_of(options.im);
  const float pixel = static_cast<float>(options.width / side);
  const auto render = [&](const char* name) {
    Steps steps(std::size_t{side} * side);
    const cl::Buffer buffer(context, CL_MEM_WRITE_ONLY, steps.size() * sizeof(cl_uint));
    cl::Kernel kernel(program, name);
    common::set_args(kernel, buffer, side, side, re, im, pixel, options.limit);
    const cl::NDRange local = common::fit_local_size(device, kernel, {8, 8});
    common::launch(queue, kernel, common::round_up({side, side}, local), local);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, steps.size() * sizeof(cl_uint), steps.data());
    return steps;
  };
  const Steps left = render("in_float");
  const Steps right = render(in_double ? "in_double" : "in_pairs");
  // [/render]

  // [verify]
  if (left != on_host<float>(options, re, im, pixel))
    throw common::Error("the picture in float is not the host's.");
  const Steps truth = on_host<double>(options, re, im, pixel);
  const std::size_t wrong = count_different(right, truth);
  if (wrong > (in_double ? 0 : 1 + truth.size() / 100)) // a pair has 48 digits of 2, double 53
    throw common::Error(fmt::format("{} pixels on the right are wrong.", wrong));
  fmt::print("verified: of {} pixels, {} are wrong in float and {} in {}\n", truth.size(),
             count_different(left, truth), wrong, in_double ? "double" : "pairs of floats");
  // [/verify]

  // [draw]
  common::Image picture = common::canvas(2 * static_cast<int>(side) + 4, static_cast<int>(side));
  for (int i = 0, n = static_cast<int>(side); i < n * n; ++i) {
    common::fill(picture, i % n, i / n, 1, 1, colour_of(left[i], options.limit));
    common::fill(picture, i % n + n + 4, i / n, 1, 1, colour_of(right[i], options.limit));
  }
  common::save_image(options.output, picture);
}
// [/draw]

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"A deep look into the Mandelbrot set, in float and in double."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--with", options.with, "the right half: best, or pairs of floats")
        ->check(CLI::IsMember({"best", "pairs"}));
    app.add_option("--re", options.re, "the centre, as --re=-0.5")->check(CLI::Range(-2.0, 2.0));
    app.add_option("--im", options.im, "the centre")->check(CLI::Range(-2.0, 2.0));
    app.add_option("--width", options.width, "of each half")->check(CLI::Range(1e-12, 4.0));
    app.add_option("--side", options.side, "pixels of each half")->check(CLI::Range(1, 2000));
    app.add_option("--limit", options.limit, "of the steps")->check(CLI::Range(1, 100000));
    app.add_option("--output", options.output, "where to write the picture");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (options.quick)
      options.side = std::min(options.side, 200U);
    run(options);
    return common::exit_passed;
  });
}
