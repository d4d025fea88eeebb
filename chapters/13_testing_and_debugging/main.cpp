// Chapter 13: an edge filter with three mistakes, whose picture looks right, and the same filter without
// them. Poison, canaries and a comparison say what is wrong; four panels show it.
//
//   13_testing_and_debugging --look 100 80     one work-item of each kernel prints what it computes
//   13_testing_and_debugging --input photo.jpg
//
// [includes]
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

constexpr float canary = -777.0F; // no length of a slope is negative
// [/includes]

// [reference]
// The filter on the host, in double, as a table of weights.
std::vector<double> edges(const std::vector<float>& in, int width, int height) {
  constexpr int weights[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  std::vector<double> out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double across = 0.0, down = 0.0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          const int row = std::clamp(y + i - 1, 0, height - 1);
          const int column = std::clamp(x + j - 1, 0, width - 1);
          across += weights[i][j] * double{in[row * width + column]};
          down += weights[j][i] * double{in[row * width + column]};
        }
      out.push_back(std::hypot(across, down));
    }
  return out;
}
// [/reference]

// [inspect]
// What the three checks have to say. The picture is as long as `want`; what is behind it should be canaries.
bool inspect(const std::vector<float>& got, const std::vector<double>& want, int width) {
  const std::span<const float> picture(got.data(), want.size());
  const auto unwritten =
      std::count_if(picture.begin(), picture.end(), [](float v) { return std::isnan(v); });
  const auto end = got.begin() + static_cast<std::ptrdiff_t>(want.size());
  const auto dead = std::count_if(end, got.end(), [](float v) { return v != canary; });
  const common::Tolerance slope = common::sum_tolerance(6, 8.0);
  const common::Comparison compared = common::compare(picture, want, {2.0 * slope.absolute, 1e-6});
  fmt::print("  poison   {} of {} pixels were never written\n", unwritten, want.size());
  fmt::print("  canary   {} of {} numbers behind the picture have changed\n", dead,
             got.end() - end);
  fmt::print("  compare  {} of {} pixels are wrong\n", compared.wrong, compared.compared);
  if (!compared.first.empty()) {
    const common::Mismatch& first = compared.first.front();
    fmt::print("           row {}, column {}: got {:.4f}, want {:.4f}\n", first.index / width,
               first.index % width, first.got, first.want);
  }
  return unwritten == 0 && dead == 0 && compared.passed();
}
// [/inspect]

// [paint]
// Writes floats as a panel of the picture: 0 black, 1 / brightness white, NaN magenta.
void paint(common::Image& canvas, int left, int top, const char* title,
           const std::vector<float>& values, int width, int height, float brightness) {
  common::write(canvas, left, top, title);
  for (int i = 0; i < width * height; ++i) {
    const float value = values[i] * brightness;
    const auto grey =
        static_cast<std::uint8_t>(value > 0.0F ? std::min(255.0F, 255.0F * value) : 0.0F);
    const common::Colour colour =
        std::isnan(value) ? common::Colour{255, 0, 255} : common::Colour{grey, grey, grey};
    common::fill(canvas, left + i % width, top + 20 + i / width, 1, 1, colour);
  }
}
// [/paint]

int run(const Options& options) {
  // [prepare]
  const common::Image image = common::load_image(options.input, 1); // grey
  const int width = std::max(1, image.width - 3),
            height = std::max(1, image.height - 5); // awkward on purpose
  std::vector<float> in;
  for (int i = 0; i < width * height; ++i)
    in.push_back(static_cast<float>(image.pixels[i / width * image.width + i % width]) / 255.0F);
  const std::vector<double> want = edges(in, width, height);
  // [/prepare]
  // [device]
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer in_buffer(context, in.begin(), in.end(), true);
  const std::size_t behind =
      16 * width; // canaries: room for the work-items of the last work-groups
  std::vector<float> before(want.size(), NAN);
  before.resize(want.size() + behind, canary);
  const std::string look = options.look.empty() ? ""
                                                : fmt::format("-D LOOK_X={} -D LOOK_Y={}",
                                                              options.look[0], options.look[1]);
  // [/device]
  // [filter]
  const auto filter = [&](const char* file) {
    cl::Kernel kernel(common::build_kernel_file(context, device, file, look), "edges");
    std::vector<float> result = before;
    const cl::Buffer out_buffer(context, result.begin(), result.end(),
                                false); // a copy: poison and canaries
    common::set_args(kernel, in_buffer, out_buffer, width, height);
    const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
    common::launch(queue, kernel, common::round_up(cl::NDRange(width, height), local), local);
    cl::copy(queue, out_buffer, result.begin(), result.end());
    return result;
  };
  // [/filter]
  // [judge]
  fmt::print("edges_broken.cl\n");
  std::fflush(stdout); // before the kernel prints
  const std::vector<float> wrong = filter("13_testing_and_debugging/edges_broken.cl");
  if (inspect(wrong, want, width))
    throw common::Error("the checks have found nothing: a check that cannot fail is none.");
  fmt::print("edges.cl\n");
  std::fflush(stdout);
  const std::vector<float> right = filter("13_testing_and_debugging/edges.cl");
  if (!inspect(right, want, width))
    throw common::Error("the filter is wrong.");
  // [/judge]
  // [save]
  std::vector<float> difference(want.size());
  for (std::size_t i = 0; i < want.size(); ++i)
    difference[i] = std::abs(wrong[i] - right[i]); // NaN where either is
  common::Image canvas = common::canvas(2 * width + 30, 2 * height + 70);
  paint(canvas, 10, 10, "INPUT", in, width, height, 1.0F);
  paint(canvas, width + 20, 10, "EDGES_BROKEN.CL", wrong, width, height, 0.5F);
  paint(canvas, 10, height + 40, "EDGES.CL", right, width, height, 0.5F);
  paint(canvas, width + 20, height + 40, "DIFFERENCE", difference, width, height, 0.5F);
  common::save_image(options.output, canvas);
  fmt::print("wrote {}\n", options.output);
  return common::exit_passed;
}
// [/save]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Tests an edge filter with mistakes, and one without."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture to filter");
    app.add_option("--output", options.output, "where to write the result");
    app.add_option("--look", options.look, "the column and row whose work-item prints")
        ->expected(2);
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (options.input.empty())
      options.input = common::find_data("images/scene_512.png").string();
    return run(options);
  });
}
// [/main]
