// Chapter 19: the matrices, the references, every step against the references, peers in C++, the experiments. The program of
// the lesson comes last.
//
// CTest: again with work-groups of one work-item

#include "chapters/19_geometric_transforms/lab/sweeps.hpp"
#include "chapters/19_geometric_transforms/lab/warp.hpp"

#include "common/error.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace {

using transforms::Filter;
using transforms::Matrix;
using transforms::Point;
using transforms::Warp;
using Sizes = std::vector<std::array<int, 3>>; // width, height, channels

bool near(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y) < 1e-9;
}

/// Runs all steps; the ids of those that ran.
std::set<std::string> verify_steps(const harness::Session& session, const std::string& transform,
                                   Filter filter, int width, int height, int channels,
                                   double degrees = 20.0, double enlarge = 1.0) {
  Warp problem(transforms::transform(transform, width, height, degrees, enlarge), filter, width,
               height, channels, 7);
  problem.upload(session);
  return tests::check_steps(problem, session, fmt::format("{} by {}", transform, degrees));
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  std::vector<Ladder> all;
  for (const auto& [transform, filter, always] :
       {std::tuple{"rotation", Filter::linear,
                   std::vector<std::string>{"v1", "v7", "v9", "c1", "c2", "c3"}},
        std::tuple{"perspective", Filter::area, std::vector<std::string>{"a1", "a2", "a3"}}}) {
    Ladder ladder{
        transform,
        making<Warp>(transforms::transform(transform, 45, 33, 20, 1), filter, 45, 33, 1, 7U),
        {},
        always};
    for (const char* usual : {"rotation", "perspective"})
      ladder.usual.push_back(
          making<Warp>(transforms::transform(usual, 2048, 2048, 20, 1), filter, 2048, 2048, 1, 1U));
    all.push_back(ladder);
  }
  return all;
}

TEST_CASE("19_geometric_transforms: matrices turn, scale, move, and are merged from the right") {
  using namespace transforms;
  CHECK(near(rotate(90)({1, 2}), {-2, 1}));                 // the book's example
  CHECK(near((scale(2, 3) * rotate(90))({1, 2}), {-4, 3})); // first turned, then scaled
  CHECK(near((rotate(90) * scale(2, 3))({1, 2}), {-6, 2}));
  CHECK(near((move(5, 6) * rotate(180))({1, 2}), {4, 4}));
  const Matrix any{{2, 0.3, -7, 0.1, 1.5, 4, 0.001, -0.002, 1.1}};
  CHECK(near((inverse(any) * any)({12, 34}), {12, 34}));
  CHECK_FALSE(any.is_affine());
  CHECK(inverse(rotate(30)).is_affine() ==
        (std::fabs(inverse(rotate(30)).m[8] - 1) < 1e-15)); // 1, but for rounding
}

TEST_CASE("19_geometric_transforms: a matrix without an inverse is refused, whatever its size") {
  for (const Matrix& flat :
       {Matrix{{1, 2, 3, 2, 4, 6, 0, 0, 1}}, Matrix{{1e-9, 2e-9, 0, 2e-9, 4e-9, 0, 0, 0, 1}},
        Matrix{{0, 0, 0, 0, 0, 0, 0, 0, 1}}, Matrix{{1, 0, 0, 0, 1, 0, 0, 0, 0}}})
    CHECK_THROWS_AS(transforms::inverse(flat), common::UsageError);
  const Matrix tiny = transforms::scale(1e-9, 1e-9); // small, but not flat
  CHECK(near((transforms::inverse(tiny) * tiny)({3, 4}), {3, 4}));
}

TEST_CASE("19_geometric_transforms: four corners make a map, unless they are no figure") {
  const std::array<Point, 4> corners{{{126, 44}, {431, 96}, {458, 463}, {31, 399}}};
  const Matrix map = transforms::from_unit_square(corners);
  const std::array<Point, 4> square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(near(map(square[k]), corners[k]));
    CHECK(map.w(square[k]) > 0.0);
  }
  CHECK_THROWS_AS(transforms::from_unit_square({{{0, 0}, {1, 1}, {2, 2}, {0, 5}}}),
                  common::UsageError); // in a line
  CHECK_THROWS_AS(transforms::from_unit_square({{{0, 0}, {9, 9}, {9, 0}, {0, 9}}}),
                  common::UsageError); // crossed
  CHECK_THROWS_AS(transforms::from_unit_square({{{0, 0}, {9, 0}, {2, 2}, {0, 9}}}),
                  common::UsageError); // dented
  CHECK_THROWS_AS(transforms::transform("rotation", 9, 9, 0, 0), common::UsageError);
  CHECK_THROWS_WITH_AS(transforms::transform("A3", 9, 9, 0, 1), doctest::Contains("A1"),
                       common::UsageError);
}

TEST_CASE("19_geometric_transforms: a quarter turn moves pixels and computes nothing") {
  harness::ImageF image{5, 5, 1, common::random_floats(25, 3, 0.0F, 1.0F)};
  const Matrix back = transforms::transform("rotation", 5, 5, 90, 1);
  for (const Filter filter : {Filter::nearest, Filter::linear, Filter::cubic}) {
    const std::vector<double> turned = transforms::warp_in_double(image, back, 5, 5, filter);
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) // clockwise: the first row becomes the last column
        CHECK(turned[static_cast<std::size_t>(5 * x + 4 - y)] ==
              doctest::Approx(image.pixels[static_cast<std::size_t>(5 * y + x)]));
  }
}

TEST_CASE(
    "19_geometric_transforms: filters keep what is constant, and the cubic what is a parabola") {
  harness::ImageF flat{9, 9, 1, std::vector<float>(81, 0.5F)}, curve = flat;
  for (int k = 0; k < 81; ++k)
    curve.pixels[static_cast<std::size_t>(k)] = static_cast<float>(k % 9 * (k % 9)) / 64.0F;
  for (const Filter filter : {Filter::nearest, Filter::linear, Filter::cubic, Filter::spline})
    for (const double u : {3.0, 3.25, 4.5, 5.9})
      CHECK(transforms::sample(flat, u, 4.3, 0, filter) == doctest::Approx(0.5));
  CHECK(transforms::sample(curve, 4.3, 4.0, 0, Filter::cubic) == doctest::Approx(4.3 * 4.3 / 64));
  CHECK(transforms::sample(flat, -0.5, 4.0, 0, Filter::linear) ==
        doctest::Approx(0.25)); // half outside
  for (const double far : {-2.0, 11.0, 1e30, -1e30, double(NAN), double(INFINITY)})
    CHECK(transforms::sample(flat, far, 4.0, 0, Filter::cubic) == 0.0);
}

TEST_CASE(
    "19_geometric_transforms: halves and rectangles agree with many samples where they are exact") {
  harness::ImageF image{32, 32, 1, common::random_floats(1024, 5, 0.0F, 1.0F)};
  const Matrix quarter = transforms::move(1.5, 1.5) * transforms::scale(4, 4); // 4 x 4 pixels each
  const std::vector<double> truth =
      transforms::warp_in_double(image, quarter, 8, 8, Filter::nearest, 4);
  const std::vector<double> halves = transforms::warp_by_halves(image, quarter, 8, 8);
  const std::vector<double> rectangles = transforms::warp_by_rectangles(image, quarter, 8, 8);
  for (std::size_t k = 0; k < truth.size(); ++k) {
    CHECK(halves[k] == doctest::Approx(truth[k]).epsilon(1e-6));
    CHECK(rectangles[k] == doctest::Approx(truth[k]).epsilon(1e-6));
  }
}

TEST_CASE("19_geometric_transforms: the C++ peers agree with the reference") {
  for (const auto& size : Sizes{{1, 1, 1}, {33, 17, 1}, {300, 170, 1}, {61, 40, 4}})
    for (const char* transform : {"rotation", "perspective", "H1"}) {
      const int width = size[0], height = size[1], channels = size[2];
      const Matrix map = transforms::transform(transform, width, height, 20, 1);
      const harness::ImageF image{
          width, height, channels,
          common::random_floats(harness::numbers(width, height, channels), 2, 0.0F, 1.0F)};
      const std::vector<double> want =
          transforms::warp_in_double(image, map, width, height, Filter::linear);
      for (const bool plain : {true, false}) {
        if (!plain && channels != 1)
          continue;
        std::vector<float> got(want.size(), NAN);
        if (plain)
          transforms::warp_plain(image, map, Filter::linear, got);
        else
          transforms::warp_in_tiles(image, map, got);
        const auto comparison = common::compare(got, want, {1e-3, 0.0});
        INFO(transform, " ", width, "x", height, ": ", comparison.summary());
        CHECK(comparison.passed());
      }
    }
}

TEST_CASE("19_geometric_transforms: every filter, map and number of channels" * tests::long_tier) {
  const tests::Unoptimised quickly;
  const harness::Session session = tests::new_session();
  for (const char* transform : {"rotation", "perspective", "H1"})
    for (const Filter filter :
         {Filter::nearest, Filter::linear, Filter::cubic, Filter::spline, Filter::area})
      for (const auto& [width, height, channels] : Sizes{{45, 33, 1}, {31, 1, 4}})
        verify_steps(session, transform, filter, width, height, channels);
}

TEST_CASE("19_geometric_transforms: all angles, and pictures that shrink and grow" *
          tests::long_tier) {
  const tests::Unoptimised quickly;
  const harness::Session session = tests::new_session();
  for (const double degrees : {0.0, 45.0, 90.0, 180.0, -77.0})
    for (const double enlarge : {0.05, 1.0, 7.0})
      verify_steps(session, "rotation", Filter::linear, 65, 40, 1, degrees, enlarge);
  // The horizon crosses the picture: what lies behind is empty, not the picture upside down.
  const std::set<std::string> ran = verify_steps(session, "H1", Filter::linear, 720, 576, 1);
  CHECK(ran.count("v2") == 1);
}

TEST_CASE(
    "19_geometric_transforms: every kernel file states its counts, for an affine map and another") {
  for (const char* transform : {"rotation", "perspective"})
    for (const Filter filter : {Filter::linear, Filter::area}) {
      transforms::Choice choice{transform};
      const Warp problem(transforms::transform(transform, 17, 9, 20, 1), filter, 17, 9, 1, 1,
                         choice.label());
      for (const harness::Step& step : problem.steps()) {
        CAPTURE(step.id);
        const bool area = step.id[0] == 'a';
        if (area != (filter == Filter::area) ||
            (step.id == "v9" && choice.transform == "perspective"))
          continue;
        CHECK(std::any_of(
            step.presets.begin(), step.presets.end(),
            [&](const harness::Values& values) { return !step.accesses(values).empty(); }));
      }
    }
}

TEST_CASE("19_geometric_transforms: steps say what they are not for") {
  const harness::Session session = tests::new_session();
  const Warp problem(transforms::transform("H1", 64, 64, 0, 1), Filter::cubic, 64, 64, 1, 1);
  for (const harness::Step& step : problem.steps()) {
    const std::string reason = step.obstacle(session.device, step.presets.front());
    if (step.id == "v9")
      CHECK(tests::contains(reason, "not affine"));
    if (step.id == "a2")
      CHECK(tests::contains(reason, "averages"));
    if (step.id == "c2")
      CHECK(tests::contains(reason, "linear only"));
  }
  CHECK_THROWS_AS(Warp(Matrix{}, Filter::linear, 1 << 20, 1 << 12, 1, 1), common::UsageError);
}

TEST_CASE("19_geometric_transforms: the experiments measure what the lesson says") {
  const tests::Lab lab("19_geometric_transforms");
  const auto holes =
      lab.results({"--sweep", "holes", "--quick"}); // a loop does not keep a temporary
  for (const auto& row : holes.at("rows"))
    CHECK(row.at("none").get<double>() > 0.05);
  const auto quality = lab.results({"--sweep", "quality", "--quick"});
  for (const auto& row : quality.at("rows"))
    if (row.at("filter") == "linear")
      CHECK(row.at("A1").get<double>() > 2.0);
  const auto precision = lab.results({"--sweep", "precision", "--quick"});
  for (const auto& row : precision.at("rows")) {
    CHECK(row.at("v9").get<double>() < 1e-5);
    if (row.at("width") == 16384)
      CHECK(row.at("v5").get<double>() > 10 * row.at("v9").get<double>());
  }
}

TEST_CASE("19_geometric_transforms: time against angle is measured and drawn" * tests::long_tier) {
  const tests::TemporaryDirectory directory;
  const std::string json = (directory.path / "a.json").string(),
                    svg = (directory.path / "a.svg").string();
  const auto run = tests::run_lab("19_geometric_transforms", {"--sweep", "angles", "--quick",
                                                              "--step", "v4,v5", "--json", json});
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  CHECK(harness::read_json(json).at("rows").size() == 4);
  if (harness::can_plot()) {
    CHECK(tests::run_lab("19_geometric_transforms",
                         {"--sweep", "angles", "--measured", json, "--plot", svg})
              .exit_code == 0);
    CHECK(std::filesystem::exists(svg));
  }
  const auto thesis =
      tests::run_lab("19_geometric_transforms", {"--sweep", "thesis", "--quick", "--step", "v3"});
  INFO(thesis.output);
  CHECK(thesis.exit_code == 0);
  CHECK(tests::contains(thesis.output, "H2"));
}

// ---- the program of the lesson ----

namespace {
const tests::Program straightens("19_geometric_transforms");
} // namespace

TEST_CASE("19_geometric_transforms: the program straightens its page, and turns pictures") {
  const tests::TemporaryDirectory directory;
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image page = straightens.picture({}, {"verified: every pixel"}, environment);
    CHECK(page.width == 420);
    CHECK(page.height == 560);
    // The page fills the picture: paper at the corners, and the last bar's colour at its place.
    const auto at = [&](int x, int y) {
      return &page.pixels[static_cast<std::size_t>(page.channels * (y * page.width + x))];
    };
    for (const int x : {10, 409})
      for (const int y : {10, 549})
        CHECK(at(x, y)[2] > 200);
    CHECK(at(340, 460)[0] < 60);
  }
  const std::string in = (directory.path / "in.png").string();
  common::Image image{31, 17, 4, {}};
  for (int k = 0; k < 4 * 31 * 17; ++k)
    image.pixels.push_back(static_cast<std::uint8_t>(k * k % 251));
  common::save_image(in, image);
  CHECK(straightens.picture({"--angle", "0", "--input", in}).pixels == image.pixels);
  const common::Image half = straightens.picture({"--angle", "180", "--input", in});
  CHECK(half.pixels.size() == image.pixels.size());
  for (std::size_t k = 0; k < half.pixels.size(); ++k)
    CHECK(std::abs(half.pixels[k] - image.pixels[image.pixels.size() - 4 - k + 2 * (k % 4)]) <= 1);
  const auto run = straightens.run({"--corners", "0", "0", "9", "9", "9", "0", "0", "9"});
  CHECK(run.exit_code == 2);
  CHECK(tests::contains(run.output, "convex"));
}

TEST_CASE("19_geometric_transforms: the program notices a wrong kernel" * tests::long_tier) {
  straightens.notices({
      {"warp.cl", "(int)floor(u)", "(int)u", "", "should be"},
      {"warp.cl", "m[3] * x + m[4] * y", "m[3] * y + m[4] * x", "", "should be"},
      {"warp.cl", "mix(above, below, b)", "above", "", "should be"},
      {"warp.cl", "u > -1.0f", "u > 0.0f", "", "should be"},
      {"warp.cl", "x < width && y < height;", "x < width;", "", "should be"},
  });
}
