// --use dct: what JPEG does to a picture, up to the coding of the numbers.

#include "uses.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace fourier {
namespace {

// [steps]
// How coarsely a frequency may be rounded: the example in JPEG's specification (ITU-T T.81, table K.1), for brightness.
constexpr std::array<int, 64> table_k1{
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

// 50 is the table itself; 100 rounds to whole numbers. What most programs mean by quality.
std::vector<float> steps_for(int quality) {
  std::vector<float> steps;
  const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  for (const int step : table_k1)
    steps.push_back(static_cast<float>(std::clamp((step * scale + 50) / 100, 1, 255)));
  return steps;
}
// [/steps]

// By definition, in double.
std::vector<double> in_double(const std::vector<float>& in, int width, bool inverse) {
  const std::vector<double> basis = cosines();
  std::vector<double> rows(in.size()), out(in.size());
  const auto factor = [&](std::size_t result, std::size_t term) {
    return inverse ? basis[8 * term + result] : basis[8 * result + term];
  };
  const auto w = static_cast<std::size_t>(width);
  for (const bool columns : {false, true}) {
    const std::size_t apart = columns ? w : 1;
    for (std::size_t at = 0; at < in.size(); ++at) {
      const std::size_t k = columns ? at / w % 8 : at % w % 8, first = at - k * apart;
      double& sum = columns ? out[at] : rows[at];
      for (std::size_t n = 0; n < 8; ++n)
        sum += factor(k, n) * (columns ? rows[first + n * apart] : double{in[first + n * apart]});
    }
  }
  return out;
}

} // namespace

std::vector<double> cosines() {
  std::vector<double> basis;
  for (int k = 0; k < 8; ++k)
    for (int n = 0; n < 8; ++n)
      basis.push_back((k == 0 ? std::sqrt(0.125) : 0.5) *
                      std::cos(std::acos(-1.0) * (2 * n + 1) * k / 16.0));
  return basis;
}

// [cosine-transform]
std::vector<float> cosine_transform(const harness::Lab& lab, const std::vector<float>& pixels,
                                    int width, int height, bool inverse) {
  const std::vector<double> basis = cosines();
  const cl::Buffer in = lab.buffer(pixels), out = space(lab, pixels.size()),
                   factors = lab.buffer(std::vector<float>(basis.begin(), basis.end()));
  cl::Kernel dct = lab.kernel("dct", "fourier_dct", inverse ? "-DINVERSE" : "");
  common::set_args(dct, in, out, factors);
  const cl::NDRange global(static_cast<std::size_t>(width), static_cast<std::size_t>(height)),
      local(8, 8);
  if (const std::string problem = common::launch_problem(lab.device, dct, global, local);
      !problem.empty())
    throw common::Skip(problem);
  common::launch(lab.queue, dct, global, local);
  auto result = lab.read<float>(out);
  verify_all("the cosine transform", result, in_double(pixels, width, inverse), 20.0);
  return result;
}
// [/cosine-transform]

int quantise(const UseOptions& o, const harness::Lab& lab) {
  const harness::ImageF loaded = harness::to_grey(harness::to_float(harness::load_picture(
      o.input.empty() ? common::find_data("images/scene_grey_512.png").string() : o.input, 1)));
  const int width = std::min(loaded.width, 256) / 8 * 8,
            height = std::min(loaded.height, 256) / 8 * 8; // its middle
  if (width == 0 || height == 0)
    throw common::Error("the picture is smaller than a block of 8 x 8 pixels.");
  std::vector<float> pixels;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      pixels.push_back(255.0F * loaded.pixels[static_cast<std::size_t>(
                                    ((loaded.height - height) / 2 + y) * loaded.width +
                                    (loaded.width - width) / 2 + x)] -
                       128.0F);
  const std::size_t count = pixels.size();

  // The 64 patterns: each is what comes back when one number of a block is not 0.
  std::vector<float> one_each(std::size_t{64} * 64);
  for (std::size_t b = 0; b < 64; ++b)
    one_each[(b / 8 * 8 + b / 8) * 64 + b % 8 * 8 + b % 8] = 1.0F;
  const std::vector<float> patterns = cosine_transform(lab, one_each, 64, 64, true);

  std::vector<std::vector<float>> tiles{pixels};
  const std::vector<float> X = cosine_transform(lab, pixels, width, height, false);
  const cl::Buffer numbers = lab.buffer(X),
                   whole(lab.context, CL_MEM_READ_WRITE, count * sizeof(cl_short)),
                   restored = space(lab, count);
  using enum harness::Table::Align;
  harness::Table table(
      {{"quality", right}, {"not 0", right}, {"error of a grey value (0 to 255)", right}});
  for (const int quality : {90, 50, 10}) {
    const std::vector<float> steps = steps_for(quality);
    const cl::Buffer steps_there = lab.buffer(steps);
    run_kernel(lab, "dct", "fourier_quantise", count, numbers, whole, steps_there, cl_int{width});
    run_kernel(lab, "dct", "fourier_restore", count, whole, restored, steps_there, cl_int{width});
    const auto kept = lab.read<cl_short>(whole);
    const auto back = lab.read<float>(restored);
    for (std::size_t i = 0; i < count; ++i) {
      const float step = steps[i / static_cast<std::size_t>(width) % 8 * 8 +
                               i % static_cast<std::size_t>(width) % 8];
      if (!(std::abs(back[i] - X[i]) <= 0.5001F * step))
        throw common::Error(
            fmt::format("number {}: {} became {}, in steps of {}", i, X[i], back[i], step));
    }
    tiles.push_back(cosine_transform(lab, back, width, height, true));
    const auto zeros = static_cast<double>(std::count(kept.begin(), kept.end(), 0));
    table.add({fmt::format("{}", quality),
               fmt::format("{:.1f} %", 100.0 - 100.0 * zeros / static_cast<double>(count)),
               fmt::format("{:.2f}", root_mean_square(tiles.back(), pixels))});
  }
  fmt::print("{}", table.text());

  // Side by side: the patterns, each 4 times as large, the picture, and what is left of it at quality 50 and 10.
  harness::ImageF all{256 + 3 * width, 256, 1, {}};
  for (int y = 0; y < all.height; ++y)
    for (int x = 0; x < all.width; ++x) {
      const auto column = static_cast<std::size_t>((x - 256) % width);
      const std::size_t tiles_shown[] = {0, 2, 3};
      float value = 1.0F;
      if (x < 256 && x % 32 > 1 && y % 32 > 1)
        value = 0.5F + 1.9F * patterns[static_cast<std::size_t>(y / 4 * 64 + x / 4)];
      else if (x >= 256 && y < height)
        value =
            (tiles[tiles_shown[(x - 256) / width]][static_cast<std::size_t>(y * width) + column] +
             128.0F) /
            255.0F;
      all.pixels.push_back(value);
    }
  common::save_image(std::filesystem::path(o.output) / "dct.png", harness::to_bytes(all));
  return common::exit_passed;
}

} // namespace fourier
