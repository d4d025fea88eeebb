// Chapter 18: the references against chapter 16's square of weights, every step against the references, whole weights,
// what a device of small groups gets. The program of the lesson comes last.
//
// CTest: again with work-groups of one work-item

#include "chapters/16_convolution/lab/convolution.hpp"
#include "chapters/18_separable_convolution/lab/separable.hpp"
#include "chapters/18_separable_convolution/lab/steps.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/device_limits.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using separable::Border;
using separable::Separable;
using separable::Setup;
using Sizes = std::vector<std::array<int, 3>>; // width, height, channels

const std::vector<Border> all_borders{Border::valid, Border::zero, Border::clamp, Border::reflect,
                                      Border::wrap};

harness::ImageF bytes_image(int width, int height, int channels, unsigned seed = 1) {
  harness::ImageF image{
      width, height, channels,
      common::random_floats(static_cast<std::size_t>(width * height * channels), seed, 0, 255)};
  for (float& value : image.pixels)
    value = std::round(value) / 255.0F;
  return image;
}

bool leaves_nothing(const harness::ImageF& image, const Setup& setup) {
  return setup.border == Border::valid &&
         (image.width < 2 * setup.rx() + 1 || image.height < 2 * setup.ry() + 1);
}

/// Runs all steps on one image; the ids of those that ran.
std::set<std::string> verify_steps(const harness::Session& session, const Setup& setup,
                                   const harness::ImageF& image) {
  if (leaves_nothing(image, setup))
    return {};
  Separable problem(setup, image);
  problem.upload(session);
  return tests::check_steps(problem, session,
                            fmt::format("{} {}x{}, border {}, {} channels", setup.name,
                                        setup.row.size(), setup.column.size(),
                                        static_cast<int>(setup.border), image.channels));
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  std::vector<Ladder> all;
  for (const auto& [filter, always] : {std::pair{"random", std::vector<std::string>{"v1", "c1"}},
                                       {"gaussian", {"v1", "c1", "b1", "b2"}},
                                       {"box", {"v1", "c1", "s1"}}}) {
    Ladder ladder{filter,
                  making<Separable>(separable::make_setup(filter, 3, 2, Border::reflect, 3),
                                    bytes_image(45, 33, 1)),
                  {},
                  always};
    if (filter != std::string("random"))
      for (const int channels : {1, 4})
        ladder.usual.push_back(making<Separable>(
            separable::make_setup(filter, 8, 8, Border::reflect, 1), 2048, 2048, channels, 1U));
    all.push_back(ladder);
  }
  return all;
}

TEST_CASE(
    "18_separable_convolution: two passes are the square of weights that chapter 16 sums up") {
  for (const Border border : all_borders)
    for (const auto& size : Sizes{{33, 17, 1}, {9, 21, 4}, {7, 5, 1}}) {
      const int width = size[0], height = size[1], channels = size[2];
      const Setup setup = separable::make_setup("random", 3, 2, border, 5);
      const harness::ImageF image = bytes_image(width, height, channels);
      convolution::Filter square{"", 7, 5, {}};
      for (const float down : setup.column)
        for (const float across : setup.row)
          square.weights.push_back(down * across);
      const std::vector<double> want = convolution::convolve_in_double(image, {square, border});
      const std::vector<double> got = separable::filter_in_double(image, setup);
      const std::vector<float> rounded(got.begin(), got.end());
      const auto comparison = common::compare(rounded, want, {1e-5, 0.0});
      INFO(width, "x", height, ", border ", static_cast<int>(border), ": ", comparison.summary());
      CHECK(comparison.passed());
    }
}

TEST_CASE("18_separable_convolution: whole weights add up to 256 and stay close") {
  for (const int radius : {0, 1, 2, 8, 16, 31})
    for (const auto& weights : {separable::gaussian(radius), separable::box(radius)}) {
      CAPTURE(radius);
      const std::vector<cl_uint> whole = separable::whole_weights(weights);
      REQUIRE(whole.size() == weights.size());
      CHECK(std::accumulate(whole.begin(), whole.end(), 0U) == 256);
      for (std::size_t k = 0; k < whole.size(); ++k)
        CHECK(std::fabs(static_cast<float>(whole[k]) - 256.0F * weights[k]) < 1.001F);
    }
  CHECK(separable::whole_weights({-1, 0, 1}).empty());
  CHECK(separable::whole_weights({-0.5F, 2, -0.5F}).empty());
  CHECK(separable::whole_weights({1, 2, 1}).empty());
}

TEST_CASE("18_separable_convolution: bytes are what the real weights of their whole ones give") {
  Setup setup = separable::make_setup("gaussian", 4, 2, Border::reflect, 1);
  const harness::ImageF image = bytes_image(31, 17, 4);
  const std::vector<std::uint8_t> got = separable::filter_bytes(image, setup);
  for (auto* weights : {&setup.row, &setup.column}) {
    const std::vector<cl_uint> whole = separable::whole_weights(*weights);
    std::transform(whole.begin(), whole.end(), weights->begin(),
                   [](cl_uint w) { return static_cast<float>(w) / 256.0F; });
  }
  const std::vector<double> want = separable::filter_in_double(image, setup);
  REQUIRE(got.size() == want.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    CHECK(std::fabs(got[k] - 255.0 * want[k]) < 0.5 + 1e-4);
}

TEST_CASE("18_separable_convolution: the C++ peers agree with the reference") {
  for (const Border border : all_borders)
    for (const auto& size : Sizes{{1, 1, 1}, {33, 17, 1}, {61, 40, 4}, {5, 70, 1}}) {
      const int width = size[0], height = size[1], channels = size[2];
      const int radius = height % 4; // 0 to 2: fewer weights than rows at a time
      const Setup setup = separable::make_setup("random", radius + 1, radius, border, 9);
      const harness::ImageF image = bytes_image(width, height, channels);
      if (leaves_nothing(image, setup))
        continue;
      const std::vector<double> want = separable::filter_in_double(image, setup);
      for (const unsigned threads : {0U, 1U, 3U}) { // 0: the plain loops
        std::vector<float> got(want.size(), NAN);
        if (threads == 0)
          separable::filter_plain(image, setup, got);
        else
          separable::filter_in_strips(image, setup, got, threads);
        const auto comparison = common::compare(got, want, {1e-5, 0.0});
        INFO(threads, " threads, ", width, "x", height, ": ", comparison.summary());
        CHECK(comparison.passed());
      }
    }
}

void verify_every_border(const Sizes& sizes) {
  const tests::Unoptimised quickly;
  const harness::Session session = tests::new_session();
  for (const char* filter : {"random", "gaussian", "box"})
    for (const Border border : all_borders)
      for (const auto& [width, height, channels] : sizes)
        verify_steps(session, separable::make_setup(filter, 3, 2, border, 3),
                     bytes_image(width, height, channels));
}

// Two cases, so that they run side by side.
TEST_CASE("18_separable_convolution: every step with every border (grey)" * tests::long_tier) {
  verify_every_border({{45, 33, 1}, {1, 31, 1}, {31, 1, 1}, {600, 70, 1}});
}

TEST_CASE("18_separable_convolution: every step with every border (RGBA)" * tests::long_tier) {
  verify_every_border({{45, 33, 4}, {1, 1, 4}, {70, 301, 4}});
}

TEST_CASE("18_separable_convolution: radii up to 72, and MAX_RADIUS that grows" *
          tests::long_tier) {
  const tests::Unoptimised quickly;
  const harness::Session session = tests::new_session();
  for (const auto& radii : std::vector<std::array<int, 3>>{{0, 0, 16},
                                                           {1, 8, 16},
                                                           {16, 16, 16},
                                                           {17, 16, 32},
                                                           {0, 31, 32},
                                                           {31, 1, 32},
                                                           {72, 1, 80}}) {
    const int rx = radii[0], ry = radii[1], most = radii[2];
    CHECK(separable::max_radius(separable::make_setup("gaussian", rx, ry, Border::clamp, 1)) ==
          most);
    for (const char* filter : {"random", "gaussian", "box"})
      if (most < 80 || filter == std::string("gaussian")) // compilers are slow with so much code
        verify_steps(session, separable::make_setup(filter, rx, ry, Border::clamp, 7),
                     bytes_image(150, 70, 1));
  }
}

TEST_CASE("18_separable_convolution: every kernel file states its counts, grey and RGBA") {
  for (const auto& [border, channels] :
       {std::pair(Border::reflect, 1), std::pair(Border::valid, 4)}) {
    const Separable problem(separable::make_setup("box", 3, 2, border, 1), 17, 9, channels, 1);
    for (const harness::Step& step : problem.steps()) {
      CAPTURE(step.id);
      const auto stated = std::count_if(
          step.presets.begin(), step.presets.end(),
          [&](const harness::Values& values) { return !step.accesses(values).empty(); });
      CHECK(stated == 1);
    }
  }
  const Separable other(separable::make_setup("box", 3, 2, Border::reflect, 1), 18, 9, 1, 1);
  CHECK(separable::stated_counts(other, "18_separable_convolution/v1_full.cl", {}).empty());
}

TEST_CASE("18_separable_convolution: a device with groups of 128 gets the thesis' third read") {
  const Separable problem(separable::make_setup("gaussian", 8, 8, Border::reflect, 1), 2048, 2048,
                          1, 1);
  const std::vector<harness::Step> steps = problem.steps();
  const harness::Session session = tests::new_session();
  const tests::LimitedDevice device({.type = CL_DEVICE_TYPE_GPU, .group_size = 128});
  for (const harness::Step& step : steps)
    if (step.id == "v6" || step.id == "v7") {
      const harness::Values& values =
          step.presets.at(harness::first_preset(steps, step, session.device));
      CAPTURE(step.id);
      CHECK(values.at("CLX") == 8);
      CHECK(values.at("CLY") == 16);
    }
}

TEST_CASE("18_separable_convolution: steps say which filters they are not for") {
  const harness::Session session = tests::new_session();
  const std::map<std::string, std::string> words{
      {"v13", "both ends"}, {"s1", "all the same"}, {"b1", "not negative"}};
  const Separable problem(separable::make_setup("random", 3, 2, Border::reflect, 1), 64, 64, 1, 1);
  for (const harness::Step& step : problem.steps())
    if (words.count(step.id) != 0)
      CHECK(
          tests::contains(step.obstacle(session.device, step.presets.front()), words.at(step.id)));
  CHECK_THROWS_AS(separable::make_setup("gaussian", 73, 1, Border::reflect, 1), common::UsageError);
  CHECK_THROWS_WITH_AS(separable::make_setup("bell", 1, 1, Border::reflect, 1),
                       doctest::Contains("gaussian"), common::UsageError);
}

TEST_CASE("18_separable_convolution: a sweep writes its times by phase, and draws them") {
  const tests::TemporaryDirectory directory;
  const std::string json = (directory.path / "sweep.json").string();
  const std::string plot = (directory.path / "sweep").string();
  for (const std::string kind : {"sizes", "radii"}) {
    std::vector<std::string> command{"--sweep",   kind,     "--quick", "--step",
                                     "v7,v16,b1", "--json", json};
    if (kind == "radii")
      command.insert(command.end(), {"--size", "64"});
    const harness::ProcessResult run = tests::run_lab("18_separable_convolution", command);
    INFO(run.output);
    REQUIRE(run.exit_code == 0);
    std::map<std::string, int> places;
    const nlohmann::json document = harness::read_json(json);
    for (const auto& row : document.at("rows")) {
      ++places[row.at("step").get<std::string>()];
      if (row.at("step") == "v7") {
        const double device = row.at("rows_ms").get<double>() + row.at("columns_ms").get<double>();
        CHECK(row.at("columns_ms").get<double>() > 0.0);
        CHECK(device > 0.0);
        CHECK(row.at("all_ms").get<double>() > row.at("upload_ms").get<double>());
      }
    }
    for (const char* step : {"v7", "b1", "C++ SIMD"})
      CHECK(places[step] == 2);
    CHECK((places["v16"] == 2 || tests::contains(run.output, "v16: needs work-groups of")));
    CHECK(places.count("v1") == 0);
    if (!harness::can_plot())
      continue;
    const harness::ProcessResult drawn = tests::run_lab(
        "18_separable_convolution", {"--sweep", kind, "--measured", json, "--plot", plot});
    CHECK(drawn.exit_code == 0);
    for (const std::string name : {"_all", "_zoom", "_cpp", "_transfers", "_phases"}) {
      CHECK(std::filesystem::exists(plot + name + ".svg") ==
            (name != "_phases" || kind == "sizes"));
      std::filesystem::remove(plot + name + ".svg");
    }
  }
}

TEST_CASE("18_separable_convolution: a sweep of borders, and what whole weights change") {
  const tests::TemporaryDirectory directory;
  const std::string json = (directory.path / "sweep.json").string();
  const harness::ProcessResult borders =
      tests::run_lab("18_separable_convolution", {"--sweep", "borders", "--quick", "--size",
                                                  "40x24", "--step", "v7", "--json", json});
  INFO(borders.output);
  REQUIRE(borders.exit_code == 0);
  std::set<std::string> places;
  const nlohmann::json by_border = harness::read_json(json);
  for (const auto& row : by_border.at("rows"))
    if (row.at("step") == "v7")
      places.insert(row.at("x").get<std::string>());
  CHECK(places.size() == 10);
  CHECK(places.count("wrap RGBA") == 1);

  const harness::ProcessResult levels =
      tests::run_lab("18_separable_convolution",
                     {"--sweep", "levels", "--quick", "--radius", "1,8", "--json", json});
  INFO(levels.output);
  REQUIRE(levels.exit_code == 0);
  const nlohmann::json rows = harness::read_json(json).at("rows");
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    CHECK(row.at("largest") == 1);
    CHECK(row.at("same_percent").get<double>() + row.at("one_percent").get<double>() ==
          doctest::Approx(100));
  }
}

// ---- the program of the lesson ----

namespace {
const tests::Program blurs("18_separable_convolution");
} // namespace

TEST_CASE("18_separable_convolution: the program blurs, changes nothing, and sharpens") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image{31, 17, 4, {}};
  for (int k = 0; k < 4 * 31 * 17; ++k)
    image.pixels.push_back(static_cast<std::uint8_t>(k * k % 251));
  common::save_image(in, image);
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image same = blurs.picture({"--amount", "0", "--input", in}, {}, environment);
    CHECK(same.pixels == image.pixels);
    for (const char* amount : {"-1", "1"}) {
      const common::Image out = blurs.picture({"--sigma", "2", "--amount", amount, "--input", in},
                                              {"verified: every pixel"}, environment);
      CHECK(out.width == 31);
      CHECK(out.height == 17);
      CHECK(out.pixels != image.pixels);
    }
  }
  // A row and a column of one's own: the first weight belongs to the pixel on the left, the last to that below.
  const common::Image moved = blurs.picture(
      {"--row", "1,0,0", "--column", "0,0,0,0,1", "--input", in}, {"3 + 5 products", "plain C++"});
  for (int y = 0; y < 17; ++y)
    for (int x = 0; x < 31; ++x)
      CHECK(moved.pixels[4 * (31 * y + x)] ==
            image.pixels[4 * (31 * std::min(y + 2, 16) + std::max(x - 1, 0))]);
  const harness::ProcessResult even = blurs.run({"--row", "1,1", "--input", in});
  CHECK(even.exit_code == 2);
  CHECK(tests::contains(even.output, "odd number of weights"));
}

TEST_CASE("18_separable_convolution: the program notices a wrong kernel" * tests::long_tier) {
  blurs.notices({
      {"blur.cl", "clamp(x + i, 0, width - 1)", "clamp(x + i, 0, width - 2)", "", "should be"},
      {"blur.cl", "y * width + clamp", "x * width + clamp", "", "should be"},
      {"blur.cl", "middle[clamp(y + j, 0, height - 1) * width + x]",
       "convert_float4(input[clamp(y + j, 0, height - 1) * width + x])", "", "should be"},
      {"blur.cl", "j <= radius", "j < radius", "", "should be"},
  });
}
