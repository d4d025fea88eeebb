// Chapter 13: an edge filter with three mistakes, whose picture looks right, and the same filter
// without them. Poison, canaries and a comparison say what is wrong; four panels show it.
//   13_testing_and_debugging --look 385 100     one work-item of each kernel prints its values
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/verify.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string input, output = "13_testing_and_debugging.png";
  std::vector<int> look; // column and row
};

// Some rows of the filter, in C++: in double to compare with, in float to measure.
template <typename T>
void edges(const std::vector<float>& in, std::vector<T>& out, int width, int begin, int end) {
  const int last = static_cast<int>(in.size()) / width - 1;
  for (int y = begin; y < end; ++y) {
    const float* above = &in[std::max(y - 1, 0) * width];
    const float *row = &in[y * width], *below = &in[std::min(y + 1, last) * width];
    for (int x = 0; x < width; ++x) {
      const int l = std::max(x - 1, 0), r = std::min(x + 1, width - 1);
      const T across = T(above[r]) - above[l] + 2 * (T(row[r]) - row[l]) + below[r] - below[l];
      const T down = T(below[l]) - above[l] + 2 * (T(below[x]) - above[x]) + below[r] - above[r];
      out[y * width + x] = std::sqrt(across * across + down * down);
    }
  }
}

// [inspect]
constexpr float canary = -777.0F; // nothing that the filter computes is negative

// Three checks: the first want.size() numbers are the picture, what comes after them should be canaries.
bool inspect(const std::vector<float>& got, const std::vector<double>& want, int width) {
  const auto end = got.begin() + want.size();
  const auto unwritten = std::count_if(got.begin(), end, [](float v) { return std::isnan(v); });
  const auto changed = got.end() - end - std::count(end, got.end(), canary);
  fmt::print("  poison   {} of {} pixels were never written\n", unwritten, want.size());
  fmt::print("  canary   {} of {} numbers after them have changed\n", changed, got.end() - end);
  const common::Tolerance tolerance{2 * common::sum_tolerance(6, 8.0).absolute, 1e-6};
  const auto compared = common::compare(std::span(got.begin(), end), want, tolerance);
  fmt::print("  compare  {} of {} pixels are wrong\n", compared.wrong, compared.compared);
  if (const auto& first = compared.first; !first.empty())
    fmt::print("           row {}, column {}: got {:.3f}, want {:.3f}\n", first[0].index / width,
               first[0].index % width, first[0].got, first[0].want);
  return unwritten == 0 && changed == 0 && compared.passed();
}
// [/inspect]

int run(const Options& options) {
  const common::Image image = common::load_image(options.input, 1); // grey
  const int width = std::max(1, image.width - 3), height = std::max(1, image.height - 5);
  std::vector<float> in; // of an awkward size: not square, and no multiple of a work-group's
  for (int i = 0; i < width * height; ++i)
    in.push_back(image.pixels[i / width * image.width + i % width] / 255.0F);
  std::vector<double> want(in.size());
  edges(in, want, width, 0, height);
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {4, 4}, 4);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer in_buffer(context, in.begin(), in.end(), true);
  std::string look;
  if (const auto& place = options.look; !place.empty())
    look = fmt::format("-D LOOK_X={} -D LOOK_Y={}", place[0], place[1]);
  cl::Kernel kernel; // the one that is tested, and its output
  cl::Buffer out_buffer;
  const auto launch = [&] {
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    common::launch(queue, kernel, common::round_up(cl::NDRange(width, height), local), local);
    queue.finish();
  };
  // [filter]
  const auto filter = [&](const std::string& file) {
    fmt::print("{}\n", file);
    std::fflush(stdout);                          // before the kernel prints something
    std::vector<float> out(want.size(), NAN);     // poison
    out.resize(want.size() + 16 * width, canary); // canaries, room for 16 rows
    out_buffer = cl::Buffer(context, out.begin(), out.end(), false);
    kernel = cl::Kernel(common::build_kernel_file(context, device, file, look), "edges");
    common::set_args(kernel, in_buffer, out_buffer, width, height);
    launch(); // and waits
    cl::copy(queue, out_buffer, out.begin(), out.end());
    return out;
  };
  // [/filter]
  const std::vector<float> wrong = filter("13_testing_and_debugging/edges_broken.cl");
  if (inspect(wrong, want, width))
    throw common::Error("the checks accept a broken filter: they are broken themselves.");
  const std::vector<float> right = filter("13_testing_and_debugging/edges.cl");
  if (!inspect(right, want, width))
    throw common::Error("edges.cl is wrong.");
  std::vector<float> got(in.size());
  const auto loop = [&](auto begin, auto end) { edges(in, got, width, int(begin), int(end)); };
  const auto copy_and_launch = [&] {
    queue.enqueueWriteBuffer(in_buffer, CL_TRUE, 0, 4 * in.size(), in.data());
    launch();
    queue.enqueueReadBuffer(out_buffer, CL_TRUE, 0, 4 * got.size(), got.data());
  };
  if (options.look.empty()) // otherwise each launch prints
    fmt::print("{}\n", common::compare_with_cpp("edges", height, loop, launch, copy_and_launch));
  common::Image canvas = common::canvas(2 * width + 30, 2 * height + 70);
  const auto panel = [&](int left, int top, const char* title, const auto& brightness) {
    common::write(canvas, left, top, title);
    for (int i = 0; i < width * height; ++i) {
      common::Colour colour{255, 0, 255}; // magenta, for what is not a number
      if (const float value = brightness(i); !std::isnan(value))
        colour.red = colour.green = colour.blue = std::uint8_t(255 * std::clamp(value, 0.0F, 1.0F));
      common::fill(canvas, left + i % width, top + 20 + i / width, 1, 1, colour);
    }
  };
  panel(10, 10, "input", [&](int i) { return in[i]; });
  panel(width + 20, 10, "edges_broken.cl", [&](int i) { return wrong[i] / 2; });
  panel(10, height + 40, "edges.cl", [&](int i) { return right[i] / 2; });
  const auto difference = [&](int i) { return std::abs(wrong[i] - right[i]) / 2; };
  panel(width + 20, height + 40, "difference", difference);
  common::save_image(options.output, canvas);
  fmt::print("verified: edges.cl passes all checks; wrote {}\n", options.output);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Tests an edge filter with mistakes, and one without."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture to filter");
    app.add_option("--output", options.output, "where to write the result");
    app.add_option("--look", options.look, "column and row: which prints?")->expected(2);
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (options.input.empty())
      options.input = common::find_data("images/scene_512.png").string();
    return run(options);
  });
}
