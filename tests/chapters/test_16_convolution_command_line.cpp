// Chapter 16 as a user calls it: pictures, broken kernels, command lines that make no sense.

#include "chapters/16_convolution/lab/convolution.hpp"
#include "harness/lab/float_image.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace {

using convolution::Setup;
using Doubles = std::vector<double>;
namespace fs = std::filesystem;

const tests::Lab chapter("16_convolution");

harness::ImageF random_image(int width, int height, int channels, unsigned seed = 1) {
  return {width, height, channels,
          common::random_floats(static_cast<std::size_t>(width * height * channels), seed, 0, 1)};
}

} // namespace

TEST_CASE("16_convolution: pictures through the program") {
  const tests::TemporaryDirectory directory;
  common::Image colour = harness::to_bytes(random_image(45, 33, 4, 5));
  common::Image grey = harness::to_bytes(random_image(45, 33, 1, 6));
  common::save_image(directory.path / "colour.png", colour);
  common::save_image(directory.path / "grey.png", grey);
  struct Case {
    std::string filter, border, show, step;
    double offset;
    bool magnitude;
  };
  const std::vector<Case> cases{{"sobel-x", "reflect", "", "c1", 0.5, false},
                                {"emboss", "wrap", "magnitude", "v14", 0.0, true},
                                {"sobel-y", "clamp", "as-is", "v1", 0.0, false},
                                {"motion", "zero", "", "v12", 0.0, false},
                                {"gaussian", "valid", "", "v5", 0.0, false}};
  for (const common::Image& picture : {colour, grey})
    for (const Case& one : cases) {
      const std::string input = picture.channels == 4 ? "colour.png" : "grey.png";
      INFO(input, " ", one.filter, " ", one.border, " ", one.show);
      const fs::path output = directory.path / "out.png";
      std::vector<std::string> arguments{
          "--quick",  "--input",       (directory.path / input).string(),
          "--output", output.string(), "--filter",
          one.filter, "--border",      one.border,
          "--step",   one.step};
      if (!one.show.empty())
        arguments.insert(arguments.end(), {"--show", one.show});
      const harness::ProcessResult run = chapter.run(arguments);
      INFO(run.output);
      REQUIRE(run.exit_code == 0);
      const common::Image got = common::load_image(output);
      fs::remove(output);

      const Setup setup{convolution::make_filter(one.filter),
                        convolution::parse_border(one.border)};
      const harness::ImageF image = harness::to_float(picture);
      const Doubles values = convolution::convolve_in_double(image, setup);
      REQUIRE(got.width == convolution::output_width(image, setup));
      REQUIRE(got.height == convolution::output_height(image, setup));
      REQUIRE(got.channels == picture.channels);
      const int left = one.border == "valid" ? setup.filter.width / 2 : 0;
      const int top = one.border == "valid" ? setup.filter.height / 2 : 0;
      std::vector<std::uint8_t> want;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const double value = one.magnitude ? std::fabs(values[k]) : values[k] + one.offset;
        want.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
        if (picture.channels == 4 && k % 4 == 3) { // alpha is that of the input
          const int x = static_cast<int>(k / 4) % got.width + left;
          const int y = static_cast<int>(k / 4) / got.width + top;
          want.back() = picture.pixels[static_cast<std::size_t>((y * 45 + x) * 4 + 3)];
          CHECK(got.pixels[k] == want.back());
        }
      }
      // A value that lies between two grey levels may be rounded to either.
      const auto comparison = common::compare(got.pixels, want, 1);
      INFO(comparison.summary());
      CHECK(comparison.passed());
    }
  CHECK(directory.files().size() == 2);
}

// Those that tests/mutants does not think of: it shortens loops, widens guards, and swaps rows and columns by itself.
TEST_CASE("16_convolution: wrong kernels are noticed and write no picture" * tests::long_tier) {
  struct Mistake {
    std::string file, right, wrong, options;
  };
  const std::vector<Mistake> mistakes{
      {"v1_naive.cl", "x0 + i, y0 + j", "x0 + j, y0 + i", ""},
      {"v1_naive.cl", "filter[j * filter_width + i]",
       "filter[j * filter_width + filter_width - 1 - i]", ""},
      {"v1_naive.cl", "*sum = 0.0f;", "", ""},
      {"v2_local_tile.cl", "(y0 + j) * tile_width + x0 + i", "(x0 + i) * tile_width + y0 + j", ""},
      {"v2_local_tile.cl", "left + c, top + r", "top + r, left + c", ""},
      {"v2_local_tile.cl", "+ filter_width - 1, tile", "+ filter_width - 2, tile", ""},
      {"v2_local_tile.cl", "c < tile_width", "c < LX", ""},
      {"v2b_idle_rim.cl", "y - BEFORE(filter_height)", "y", ""},
      {"v2b_idle_rim.cl", "(y0 + j) * tile_width", "(y0 + j) * LX", ""},
      {"v3_accumulator.cl", "pixel sum = 0.0f", "pixel sum = 0.001f", ""},
      {"v4_constant.cl", "output[y * out_width + x]", "output[y * width + x]", "valid"},
      {"v5_dynamic_tile.cl", "r += block_height", "r += block_height + 1", ""},
      {"v5b_offsets.cl", "weights[k]", "weights[0]", ""},
      {"v6_aligned_rows.cl", "skip + x + i", "x + i", ""},
      {"v7_float4_tile.cl", "left * CHANNELS + c * 4", "left * CHANNELS + c", ""},
      {"v8_unroll_inner.cl", "FILTER_W - 1 + 3) / 4 * 4", "FILTER_W - 1) / 4 * 4", ""},
      {"v9_unroll_both.cl", "int in_row = (skip + NEEDED + 3) / 4", "int in_row = NEEDED / 4", ""},
      {"v10_column.cl", "filter[(r - j) * FILTER_W + i]", "filter[j * FILTER_W + i]", ""},
      {"v11_block.cl", "window + SKIP + i", "window + i", ""},
      {"v12_no_tile.cl", "right <= width * CHANNELS", "right <= width * CHANNELS + 400", ""},
      {"v13_sliding_window.cl", "r >= FILTER_H - 1", "r >= FILTER_H", ""},
      {"c1_wide_vectors.cl", "x + WINDOW <= width * CHANNELS", "x + WIDTH <= width * CHANNELS", ""},
      {"c1_wide_vectors.cl", "y + ROWS + FILTER_H - 1 <= height", "y + ROWS <= height", ""},
      {"v14_literals.cl", "filter[(r - j) * FILTER_W + i]", "filter[i * FILTER_H + (r - j)]", ""},
      {"v15_tile_literals.cl", "r - j < FILTER_H", "r - j < FILTER_H - 1", ""},
      {"border.clh", "2 * extent - 2", "2 * extent - 1", "reflect"},
      {"border.clh", "k + extent", "k + extent - 1", "wrap"},
      {"border.clh", "i < 0 ? 0 : extent - 1", "i < 0 ? 0 : extent - 2", "clamp"},
      {"border.clh", "(pixel)(0.0f) : image", "(pixel)(1.0f) : image", "zero"},
  };
  for (const Mistake& mistake : mistakes) {
    INFO(mistake.file, ": ", mistake.right, " -> ", mistake.wrong);
    const std::string step =
        mistake.file == "border.clh" ? "v1" : mistake.file.substr(0, mistake.file.find('_'));
    const bool valid = mistake.options == "valid"; // leaves nothing of the smallest
    std::vector<std::string> arguments{"--check", "--size", valid ? "33x17" : "5x3,33x17,400x70",
                                       "--step", step};
    if (!mistake.options.empty())
      arguments.insert(arguments.end(), {"--border", mistake.options});
    const harness::ProcessResult run =
        chapter.run_changed(mistake.file, mistake.right, mistake.wrong, arguments);
    INFO(run.output);
    CHECK((run.exit_code == 1 || run.exit_code > 128)); // wrong, or crashed
  }

  const tests::TemporaryDirectory directory;
  common::save_image(directory.path / "in.png", harness::to_bytes(random_image(9, 8, 1)));
  const fs::path output = directory.path / "out.png";
  const harness::ProcessResult run = chapter.run_changed(
      "v2_local_tile.cl", "x0 + i]", "x0]",
      {"--quick", "--input", (directory.path / "in.png").string(), "--output", output.string()});
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(!fs::exists(output));
}

TEST_CASE("16_convolution: command lines that make no sense") {
  const tests::TemporaryDirectory directory;
  const std::string no_picture = directory.write("no.png", "this is no picture").string();
  const auto check = [&](const std::vector<std::string>& arguments, int code,
                         const std::string& words) {
    const harness::ProcessResult run = chapter.run(arguments);
    CAPTURE(fmt::format("{}", fmt::join(arguments, " ")));
    INFO(run.output);
    CHECK(run.exit_code == code);
    CHECK(tests::contains(run.output, words));
  };
  check({"--filter", "blur"}, 2, "sobel-x");
  check({"--border", "mirror"}, 2, "reflect");
  check({"--input", no_picture}, 1, "no.png");
  check({"--input", no_picture + ".not"}, 1, "check the path");
  check({"--input", no_picture, "--size", "5x3"}, 2, "--size");
  check({"--input", no_picture, "--oclgrind"}, 2, "--oclgrind");
  check({"--size", "5x3", "--output", "x.png"}, 2, "--input");
  check({"--filter", "gaussian", "--sigma", "24.5"}, 2, "at most 24");
  for (const char* sigma : {"0", "-1", "1e-300"})
    check({"--filter", "gaussian", "--sigma", sigma}, 2, "at least 0.1");
  check({"--filter", "gaussian", "--sigma", "nan"}, 2, "--sigma: nan is no number");
  check({"--filter", "box", "--sigma", "2"}, 2, "gaussian");
  check({"--filter", "box", "--sigma", "0"}, 2, "gaussian");
  check({"--filter", "gaussian", "--sigma", ""}, 2, "--sigma");
  check({"--preset", "4096"}, 2, "8192");
  check({"--preset", "motion", "--size", "5x3"}, 2, "--size excludes --preset");
  check({"--preset", "gaussians", "--filter", "box"}, 2, "--filter excludes --preset");
  check({"--preset", "gaussians", "--bench"}, 2, "of its own");
  check({"--preset", "motion", "--plot", "x.svg"}, 2, "gaussians");
  check({"--filter", "sobel-x", "--filter-size", "5x5"}, 2, "box");
  check({"--filter", "box", "--filter-size", "64x64"}, 2, "63x63");
  check({"--check", "--size", "3x3", "--border", "valid"}, 2, "larger image");
}

TEST_CASE("16_convolution: the headline problems have names") {
  const tests::TemporaryDirectory directory;
  harness::ProcessResult run = chapter.run({"--preset", "motion", "--check", "--step", "c1"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "filter motion 7x7, border valid, grey"));
  CHECK(tests::contains(run.output, "600x400          verified: c1"));

  const fs::path picture = directory.path / "picture.png";
  const fs::path json = directory.path / "gaussians.json";
  common::save_image(picture, harness::to_bytes(random_image(40, 30, 4)));
  run = chapter.run(
      {"--preset", "gaussians", "--quick", "--input", picture.string(), "--json", json.string()});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::json_from(json).at("rows").size() == 2);
}
