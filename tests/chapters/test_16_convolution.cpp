// Chapter 16: filters and borders against values worked out by hand, every step against the
// reference, what must be refused. The program of the lesson comes last.
// (The command line of the laboratory: test_16_convolution_command_line.cpp.)
//
// CTest: again with work-groups of one work-item

#include "chapters/16_convolution/lab/convolution.hpp"
#include "chapters/16_convolution/lab/gaussians.hpp"
#include "chapters/16_convolution/lab/peers.hpp"
#include "chapters/16_convolution/lab/recipe.hpp"
#include "chapters/16_convolution/lab/steps.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/system/plot.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using convolution::Border;
using convolution::Filter;
using convolution::Setup;
using Doubles = std::vector<double>;
using Extents = std::vector<std::array<int, 2>>; // width, height
using Sizes = std::vector<std::array<int, 3>>;   // width, height, channels
namespace fs = std::filesystem;

const std::vector<Border> all_borders{Border::valid, Border::zero, Border::clamp, Border::reflect,
                                      Border::wrap};

std::string name_of(Border border) {
  return convolution::border_names().at(static_cast<std::size_t>(border));
}

std::vector<Filter> all_filters() {
  std::vector<Filter> filters;
  for (const std::string& name : convolution::filter_names())
    filters.push_back(convolution::make_filter(name, {1.2, 4, 3, 7}));
  return filters;
}

harness::ImageF random_image(int width, int height, int channels, unsigned seed = 1) {
  return {width, height, channels,
          common::random_floats(static_cast<std::size_t>(width * height * channels), seed, 0, 1)};
}

bool leaves_nothing(const harness::ImageF& image, const Setup& setup) {
  return convolution::output_width(image, setup) < 1 ||
         convolution::output_height(image, setup) < 1;
}

std::string describe(const harness::ImageF& image, const Setup& setup) {
  return fmt::format("{}x{} with {} channels, filter {} {}x{}, border {}", image.width,
                     image.height, image.channels, setup.filter.name, setup.filter.width,
                     setup.filter.height, name_of(setup.border));
}

/// A row of pixels through a filter that is one row high.
Doubles filter_row(std::vector<float> pixels, std::vector<float> weights, Border border) {
  const int width = static_cast<int>(pixels.size());
  const int filter_width = static_cast<int>(weights.size());
  return convolution::convolve_in_double({width, 1, 1, std::move(pixels)},
                                         {{"", filter_width, 1, std::move(weights)}, border});
}

common::Tolerance tolerance_of(const Filter& filter) {
  return common::sum_tolerance(filter.weights.size(), filter.sum_of_magnitudes());
}

/// From v8 on the filter's size is part of the program: every other filter means ten builds.
bool is_built_for_a_filter(const harness::Step& step) {
  return step.id.front() == 'c' || std::stoi(step.id.substr(1)) >= 8;
}

/// False for v2b on a device whose work-groups are smaller than its tile.
bool fits(const harness::Step& step, const cl::Device& device) {
  return !step.obstacle || step.obstacle(device, step.presets.back()).empty();
}

enum class Which { all, built_once };

/// Runs steps on one image; how many have run.
int verify_steps(const harness::Session& session, const Setup& setup, const harness::ImageF& image,
                 Which which = Which::all) {
  convolution::Convolution problem(setup, image);
  problem.upload(session);
  int verified = 0;
  for (const harness::Step& step : problem.steps()) {
    if (which == Which::built_once && is_built_for_a_filter(step))
      continue;
    INFO(step.id, ": ", describe(image, setup));
    if (const std::string why = tests::check_step(problem, step, session); why.empty())
      ++verified;
    else
      MESSAGE(step.id, ": ", why);
  }
  return verified;
}

void verify_filters_and_borders(int channels) {
  const harness::Session session(common::pick_device());
  int verified = 0;
  for (const Filter& filter : all_filters())
    for (const Border border : all_borders) {
      const bool is_random = filter.name == "random";
      Extents sizes{{33, 17}};
      if (is_random)
        sizes.insert(sizes.end(), {{1, 1}, {5, 3}, {1, 31}, {31, 1}, {17, 34}, {40, 48}});
      for (const auto& [width, height] : sizes) {
        const harness::ImageF image = random_image(width, height, channels);
        if (!leaves_nothing(image, {filter, border}))
          verified += verify_steps(session, {filter, border}, image,
                                   is_random ? Which::all : Which::built_once);
      }
    }
  CHECK(verified > 0);
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  Ladder ladder{"convolution",
                making<convolution::Convolution>(
                    Setup{convolution::random_filter(5, 4, 3), Border::reflect}, 33, 17, 1, 1U),
                {}};
  for (const int size : {3, 17})
    for (const int channels : {1, 4})
      ladder.usual.push_back(making<convolution::Convolution>(
          Setup{convolution::box(size, size), Border::clamp}, 2048, 2048, channels, 1U));
  // Large enough for groups that see no border; rows of whole vectors, and not.
  for (const auto& [width, height, channels] : Sizes{{301, 61, 1}, {75, 70, 4}})
    ladder.for_presets.push_back(making<convolution::Convolution>(
        Setup{convolution::random_filter(6, 5, 4), Border::wrap}, width, height, channels, 3U));
  return {ladder};
}

TEST_CASE("16_convolution: filters that average add up to 1, those that differentiate to 0") {
  for (const Filter& filter : all_filters()) {
    CAPTURE(filter.name);
    CHECK(filter.weights.size() == static_cast<std::size_t>(filter.width * filter.height));
    if (filter.name == "sobel-x" || filter.name == "sobel-y" || filter.name == "emboss")
      CHECK(filter.sum() == 0.0);
    else if (filter.name != "random" && filter.name != "cut-gaussian")
      CHECK(filter.sum() == doctest::Approx(1.0).epsilon(1e-6));
  }
  for (const double sigma : {0.1, 0.5, 1.0, 3.0, 10.33, 24.0})
    CHECK(convolution::gaussian(sigma).sum() == doctest::Approx(1.0).epsilon(1e-6));
}

TEST_CASE("16_convolution: the weights of the filters") {
  CHECK(convolution::identity().weights == std::vector<float>{1});
  CHECK(convolution::box(4, 5).weights == std::vector<float>(20, 0.05F));
  // Brighter to the right gives a positive sobel-x, brighter below a positive sobel-y.
  CHECK(convolution::sobel_x().weights == std::vector<float>{-1, 0, 1, -2, 0, 2, -1, 0, 1});
  CHECK(convolution::sobel_y().weights == std::vector<float>{-1, -2, -1, 0, 0, 0, 1, 2, 1});

  const Filter gaussian = convolution::gaussian(1.5);
  CHECK(gaussian.width == 11);
  CHECK(gaussian.height == 11);
  const auto weight = [&](int x, int y) {
    return gaussian.weights[static_cast<std::size_t>((y + 5) * 11 + x + 5)];
  };
  CHECK(weight(3, 0) / weight(0, 0) == doctest::Approx(std::exp(-2.0)));
  CHECK(weight(-3, 4) / weight(0, 0) == doctest::Approx(std::exp(-25.0 / 4.5)));
  CHECK(weight(-3, 4) == weight(4, 3));

  // The 45 degree motion blur of the textbooks, to their four digits.
  const Filter motion = convolution::motion_blur(7);
  REQUIRE(motion.width == 7);
  const float a = 0.1283F, b = 0.0376F, c = 0.0145F;
  const std::vector<float> published{0, 0, 0, 0, 0, c, 0, //
                                     0, 0, 0, 0, b, a, c, //
                                     0, 0, 0, b, a, b, 0, //
                                     0, 0, b, a, b, 0, 0, //
                                     0, b, a, b, 0, 0, 0, //
                                     c, a, b, 0, 0, 0, 0, //
                                     0, c, 0, 0, 0, 0, 0};
  const auto comparison = common::compare(motion.weights, published, {0.00005, 0.0});
  INFO(comparison.summary(harness::row_and_column(7)));
  CHECK(comparison.passed());
}

TEST_CASE("16_convolution: a Gaussian that is cut and not normalised takes light away") {
  // As others have computed them, to three digits.
  for (const auto& [sigma, extent, sum] :
       std::vector<std::tuple<double, int, double>>{{2, 13, 0.989},
                                                    {4, 25, 0.988},
                                                    {8, 47, 0.988},
                                                    {12, 47, 0.902},
                                                    {16, 47, 0.736},
                                                    {24, 47, 0.452}}) {
    const Filter filter = convolution::cut_gaussian(sigma);
    CHECK(filter.width == extent);
    CHECK(filter.height == extent);
    CHECK(std::fabs(filter.sum() - sum) < 0.0006);
  }
  CHECK(convolution::cut_gaussian(2).weights.front() == 0.0F); // a disc has no corners
  CHECK(convolution::gaussian(2).weights.front() > 0.0F);
  CHECK(convolution::gaussian(24).width == 145);
}

TEST_CASE(
    "16_convolution: the comparison of Gaussians tells who is darker, and that it is unfair") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "gaussians.json";
  const fs::path plot = harness::can_plot() ? directory.path / "gaussians.svg" : fs::path();
  harness::LabOptions options;
  options.quick = true;
  options.json_file = file.string();
  int code = -1;
  const std::string output = tests::output_of([&] {
    code = convolution::compare_gaussians({41, 30, 1, std::vector<float>(41 * 30, 0.5F)}, options,
                                          plot.string(), "the command");
  });
  INFO(output);
  CHECK(code == common::exit_passed);
  const auto rows = tests::json_from(file).at("rows");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("weights") == rows[0].at("cut_weights"));
  CHECK(rows[1].at("weights") == 73 * 73);
  CHECK(rows[1].at("cut_weights") == 47 * 47);
  for (const auto& row : rows) {
    CHECK(row.at("brightness").get<double>() == doctest::Approx(0.5));
    if (!row.at("cut_brightness").is_null()) // local memory may be too small for it
      CHECK(row.at("cut_brightness").get<double>() ==
            doctest::Approx(0.5 * row.at("cut_sum").get<double>()));
    for (const char* step : {"v1_ms", "v3_ms", "v4_ms"})
      CHECK(row.at(step).get<double>() > 0.0);
  }
  CHECK(rows[0].at("cut_not_zero") == 113); // of 169: the disc in its square
  if (!plot.empty())
    CHECK(tests::contains(common::read_text(plot), "v4: filter in constant memory"));
}

TEST_CASE("16_convolution: filters that do not exist are refused with a list") {
  CHECK_THROWS_WITH_AS(convolution::make_filter("blur"), doctest::Contains("motion"),
                       common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(24.01), common::UsageError);
  CHECK_THROWS_AS(convolution::cut_gaussian(24.01), common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(0.0), common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(NAN), common::UsageError);
  CHECK_THROWS_AS(convolution::box(64, 1), common::UsageError);
  CHECK_THROWS_AS(convolution::box(0, 1), common::UsageError);
  const Setup valid{convolution::box(5, 3), Border::valid};
  CHECK_THROWS_AS(convolution::Convolution(valid, 4, 9, 1, 1), common::UsageError);
  CHECK_THROWS_AS(convolution::Convolution(valid, 1 << 20, 1 << 20, 1, 1), common::UsageError);
}

TEST_CASE("16_convolution: the reference, on sums done by hand") {
  const std::vector<float> row{1, 2, 3};
  const std::vector<float> weights{1, 10, 100}; // anchor: the 10
  CHECK(filter_row(row, weights, Border::valid) == Doubles{321});
  CHECK(filter_row(row, weights, Border::zero) == Doubles{210, 321, 32});
  CHECK(filter_row(row, weights, Border::clamp) == Doubles{211, 321, 332});
  CHECK(filter_row(row, weights, Border::reflect) == Doubles{212, 321, 232});
  CHECK(filter_row(row, weights, Border::wrap) == Doubles{213, 321, 132});
  // An even filter has its anchor right of the middle.
  CHECK(filter_row(row, {1, 10}, Border::zero) == Doubles{10, 21, 32});
  // A filter larger than the row.
  CHECK(filter_row({1, 2}, {1, 10, 100, 1000, 10000}, Border::wrap) == Doubles{12121, 21212});

  // One bright pixel spreads as the filter, mirrored in both directions.
  harness::ImageF delta{5, 5, 1, std::vector<float>(25)};
  delta.pixels[12] = 1;
  const Filter numbers{"", 3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  CHECK(convolution::convolve_in_double(delta, {numbers, Border::zero}) ==
        Doubles{0, 0, 0, 0, 0, 0, 9, 8, 7, 0, 0, 6, 5, 4, 0, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0});
  const Doubles box =
      convolution::convolve_in_double(delta, {convolution::box(3, 3), Border::wrap});
  for (std::size_t i = 0; i < 25; ++i) {
    const bool near = i / 5 >= 1 && i / 5 <= 3 && i % 5 >= 1 && i % 5 <= 3;
    CHECK(box[i] == doctest::Approx(near ? 1.0 / 9 : 0.0));
  }

  // Channels do not mix, whatever the border.
  const harness::ImageF colours{2, 1, 4, {1, 2, 3, 4, 10, 20, 30, 40}};
  CHECK(convolution::convolve_in_double(colours, {{"", 2, 1, {1, 100}}, Border::clamp}) ==
        Doubles{101, 202, 303, 404, 1001, 2002, 3003, 4004});
}

TEST_CASE("16_convolution: the identity returns the image, and averages keep a constant") {
  const harness::ImageF image = random_image(7, 4, 4);
  const harness::ImageF constant{9, 6, 1, std::vector<float>(54, 0.7F)};
  for (const Border border : all_borders) {
    CAPTURE(name_of(border));
    const Doubles same = convolution::convolve_in_double(image, {convolution::identity(), border});
    CHECK(same == Doubles(image.pixels.begin(), image.pixels.end()));
    if (border != Border::zero)
      for (const double value :
           convolution::convolve_in_double(constant, {convolution::gaussian(1.0), border}))
        CHECK(value == doctest::Approx(0.7).epsilon(1e-6));
  }
}

TEST_CASE("16_convolution: the C++ peers agree with the reference") {
  for (const Filter& filter : all_filters())
    for (const Border border : all_borders)
      for (const auto& [width, height, channels] :
           Sizes{{1, 1, 1}, {2, 7, 4}, {33, 18, 1}, {70, 5, 1}, {19, 34, 4}}) {
        const harness::ImageF image = random_image(width, height, channels);
        const Setup setup{filter, border};
        if (leaves_nothing(image, setup))
          continue;
        INFO(describe(image, setup));
        const Doubles want = convolution::convolve_in_double(image, setup);
        std::vector<float> got(want.size(), NAN);
        convolution::convolve_plain(image, setup, got);
        CHECK(common::compare(got, want, tolerance_of(filter)).passed());
        std::fill(got.begin(), got.end(), NAN);
        convolution::convolve_optimised(image, setup, got);
        CHECK(common::compare(got, want, tolerance_of(filter)).passed());
      }
}

TEST_CASE("16_convolution: every step with every filter and border (grey)" * tests::long_tier) {
  const tests::Unoptimised quickly;
  verify_filters_and_borders(1);
}

TEST_CASE("16_convolution: every step with every filter and border (RGBA)" * tests::long_tier) {
  const tests::Unoptimised quickly;
  verify_filters_and_borders(4);
}

TEST_CASE("16_convolution: every step with large and even and narrow filters" * tests::long_tier) {
  const tests::Unoptimised quickly;
  const harness::Session session(common::pick_device());
  int verified = 0;
  std::size_t number = 0;
  for (const auto& [width, height] : Extents{{63, 63}, {62, 2}, {1, 9}, {9, 1}, {2, 2}, {30, 41}})
    for (const int channels : {1, 4}) {
      // Once each for steps that are built for one filter: large filters take them seconds.
      const Border with_all = all_borders[++number % all_borders.size()];
      if (width * height > 20 && channels == 4)
        continue;
      for (const Border border : all_borders) {
        const harness::ImageF image = border == Border::valid ? random_image(65, 64, channels)
                                                              : random_image(19, 6, channels);
        verified += verify_steps(session, {convolution::random_filter(width, height, 3), border},
                                 image, border == with_all ? Which::all : Which::built_once);
      }
    }
  CHECK(verified > 0);
}

TEST_CASE("16_convolution: filters beyond 63x63 are for the steps that write out no rows") {
  const harness::Session session = tests::new_session();
  for (const auto& [width, height] : Extents{{70, 3}, {3, 70}}) {
    convolution::Convolution problem(
        {{"", width, height, common::random_floats(static_cast<std::size_t>(width * height), 2)},
         Border::reflect},
        random_image(33, 20, 1));
    problem.upload(session);
    for (const harness::Step& step : problem.steps()) {
      CAPTURE(step.id);
      if (is_built_for_a_filter(step)) {
        CHECK_THROWS_WITH_AS(harness::prepare_step(problem, step, session),
                             doctest::Contains("at most 63 weights"), common::Skip);
      } else if (fits(step, session.device)) {
        const auto prepared = harness::prepare_step(problem, step, session);
        CHECK(harness::verify_step(problem, prepared, session) == "");
      }
    }
  }
}

TEST_CASE(
    "16_convolution: a pixel that is NaN or infinite reaches the outputs around it and no other" *
    tests::long_tier) {
  const harness::Session session = tests::new_session();
  const Filter filter = all_filters().back(); // kernels are built for it in other test cases too
  REQUIRE(filter.name == "random");
  for (const int channels : {1, 4})
    for (const Border border : all_borders) {
      harness::ImageF image = random_image(70, 45, channels);
      const auto at = [&](int x, int y) {
        return static_cast<std::size_t>((y * image.width + x) * channels);
      };
      image.pixels[at(0, 0)] = NAN; // in a corner, beside an edge, in the middle
      image.pixels[at(69, 20)] = NAN;
      image.pixels[at(35, 22)] = NAN;
      image.pixels[at(50, 10)] = INFINITY;
      const Setup setup{filter, border};
      const Doubles want = convolution::convolve_in_double(image, setup);
      const auto count = std::count_if(want.begin(), want.end(), [](double v) { return v != v; });
      Filter taller = filter; // with a row of zeros above, as v17 has it
      ++taller.height;
      taller.weights.insert(taller.weights.begin(), static_cast<std::size_t>(filter.width), 0.0F);
      Doubles with_zeros = convolution::convolve_in_double(image, {taller, border});
      with_zeros.insert(with_zeros.begin(), want.size() - with_zeros.size(),
                        0.0); // valid: a row less
      REQUIRE(count >= 12 + 1);
      REQUIRE(count < 4 * 40);
      common::Tolerance tolerance = tolerance_of(filter);
      tolerance.match_nonfinite = true;

      convolution::Convolution problem(setup, image);
      problem.upload(session);
      for (const harness::Step& step : problem.steps()) {
        INFO(step.id, ": ", describe(image, setup));
        if (!fits(step, session.device))
          continue;
        const auto prepared = harness::prepare_step(problem, step, session);
        prepared.run();
        std::vector<float> got(want.size());
        session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, got.size() * sizeof(float),
                                        got.data());
        // Its contract: NaN for an infinity, and below a pixel under its row of zeros.
        if (step.id == "v17")
          for (std::size_t i = 0; i < got.size(); ++i)
            if (std::isnan(got[i]) && (std::isinf(want[i]) || std::isnan(with_zeros[i])))
              got[i] = static_cast<float>(want[i]);
        const auto comparison = common::compare(got, want, tolerance);
        INFO(comparison.summary());
        CHECK(comparison.passed());
        // The harness, which knows no right NaN, does not take it for one.
        CHECK_FALSE(problem.check(std::as_bytes(std::span(got))).passed());
      }
    }
}

TEST_CASE("16_convolution: who leaves out weights of zero does not see a NaN under them") {
  const harness::Session session = tests::new_session();
  harness::ImageF image{40, 70, 1, std::vector<float>(40 * 70, 0.5F)};
  image.pixels[33 * 40 + 17] = NAN;
  const Filter cross{"", 3, 3, {0, 1, 0, 2, 3, 4, 0, 5, 0}};
  convolution::Convolution problem({cross, Border::clamp}, image);
  problem.upload(session);
  const std::map<std::string, int> reached{{"v4", 9},  {"v5b", 5},  {"v14", 9},
                                           {"v16", 5}, {"v17", 12}, {"c2", 5}};
  int compared = 0;
  for (const harness::Step& step : problem.steps()) {
    if (reached.count(step.id) == 0 || !fits(step, session.device))
      continue;
    CAPTURE(step.id);
    const auto prepared = harness::prepare_step(problem, step, session);
    prepared.run();
    std::vector<float> got(image.pixels.size());
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, got.size() * sizeof(float),
                                    got.data());
    CHECK(std::count_if(got.begin(), got.end(), [](float v) { return v != v; }) ==
          reached.at(step.id));
    ++compared;
  }
  CHECK(compared > 0);
}

TEST_CASE("16_convolution: in place is refused, also through a sub-buffer") {
  const harness::Session session = tests::new_session();
  convolution::Convolution problem({convolution::box(3, 3), Border::clamp}, 64, 32, 1, 1);
  problem.upload(session);
  const convolution::Operands in = problem.operands();
  cl::Buffer dense = in.input;
  cl::Buffer aligned = in.aligned_rows;
  cl_buffer_region region{0, problem.output_bytes()};
  for (const harness::Step& step : problem.steps()) {
    CAPTURE(step.id);
    if (!fits(step, session.device))
      continue;
    const bool reads_dense = step.id.front() == 'v' && std::stoi(step.id.substr(1)) <= 5;
    cl::Buffer& input = reads_dense ? dense : aligned;
    const cl::Buffer part =
        input.createSubBuffer(CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region);
    for (const cl::Buffer& output : {input, part})
      CHECK_THROWS_WITH_AS(step.prepare(harness::Workbench{session, step.presets.back(), output}),
                           doctest::Contains("buffer of its own"), common::UsageError);
    // The input that this step does not read is memory like any other.
    CHECK_NOTHROW(step.prepare(
        harness::Workbench{session, step.presets.back(), reads_dense ? aligned : dense}));
  }
}

TEST_CASE(
    "16_convolution: an image that the device cannot hold is refused, before memory is filled") {
  const harness::Session session = tests::new_session();
  const int extent = 46000; // its numbers can still be counted with int
  const double bytes = 4.0 * extent * extent;
  if (static_cast<double>(session.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>()) > bytes &&
      static_cast<double>(session.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()) > 3 * bytes)
    SKIP_TEST("this device holds every image that the kernels can count");
  convolution::Convolution problem({convolution::identity(), Border::clamp}, extent, extent, 1, 1);
  CHECK(tests::contains(tests::message_of<common::Error>([&] { problem.upload(session); }),
                        "--size"));
  CHECK(problem.image().pixels.empty());
}

TEST_CASE("16_convolution: a list of weights has those that are not zero, and their places") {
  const Filter cross{"", 3, 3, {0, 1, 0, 2, 3, 4, 0, 5, 0}};
  const convolution::WeightList list = convolution::weight_list(cross, 10);
  CHECK(list.weights == std::vector<float>{1, 2, 3, 4, 5});
  CHECK(list.offsets == std::vector<cl_int>{1, 10, 11, 12, 21});
}

TEST_CASE("16_convolution: weights as literals lose no digit") {
  const Filter filter{"", 3, 2, {0.1F, -1.0F / 3.0F, 0.0F, 1e-30F, 1.0F, -12345.678F}};
  const std::string text = convolution::literals(filter);
  CHECK(!tests::contains(text, " "));
  const char* at = text.c_str();
  for (const float weight : filter.weights) {
    char* end = nullptr;
    CHECK(std::strtof(at, &end) == weight);
    REQUIRE(*end == 'f');
    at = end + 2; // behind the comma
  }
  CHECK(at == text.c_str() + text.size() + 1);
}

TEST_CASE("16_convolution: OpenCV agrees with the reference, or says why it is not there") {
  const harness::Session session(common::pick_device());
  // 17x17: there OpenCV takes another way, through Fourier transforms.
  for (const Filter& filter : {convolution::random_filter(7, 4, 5), convolution::gaussian(2.5)})
    for (const Border border : all_borders)
      for (const auto& [width, height, channels] : Sizes{{3, 2, 1}, {67, 43, 1}, {32, 33, 4}}) {
        const Setup setup{filter, border};
        const harness::ImageF image = random_image(width, height, channels);
        if (leaves_nothing(image, setup))
          continue;
        convolution::Convolution problem(setup, image);
        problem.upload(session);
        for (const harness::Peer& peer : problem.peers(session)) {
          INFO(peer.name, ": ", describe(image, setup));
          if (!peer.missing.empty())
            continue;
          // Its kernels are built for one filter, which takes a CPU's compiler very long.
          if (peer.name == "OpenCV OpenCL" && (filter.name != "random" || width != 67))
            continue;
          CHECK(peer.run() >= 0.0);
          CHECK(peer.run() >= 0.0); // a second call finds what the first has left
          const auto comparison = problem.check(peer.output());
          INFO(comparison.summary());
          CHECK(comparison.passed());
        }
      }
}

TEST_CASE("16_convolution: a tile that the device cannot hold is an obstacle, with the limit") {
  const harness::Session session(common::pick_device());
  const convolution::Convolution problem({convolution::box(63, 63), Border::clamp}, 8, 8, 4, 1);
  const std::vector<harness::Step> steps = problem.steps();
  REQUIRE(steps.at(1).name == "local_tile");
  const auto limit = session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  // As many columns as cannot fit, if each had only one row of pixels.
  const int columns = static_cast<int>(limit / 16 + 1);
  const std::string reason = steps[1].obstacle(session.device, {{"LX", columns}, {"LY", 1}});
  INFO(reason);
  CHECK(!reason.empty());
  CHECK(tests::contains(reason, "this device has"));
}

// ---- The program of the lesson ----

namespace {

const tests::Program filters_pictures("16_convolution");

common::Image noise(int width, int height, int channels = 4) {
  std::mt19937 engine(16);
  common::Image image{width, height, channels, {}};
  for (int i = 0; i < width * height * channels; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(engine()));
  return image;
}

struct Weights {
  int extent;
  std::vector<double> values;
};

// The filters of the lesson, written down once more.
Weights weights_of(const std::string& name) {
  if (name == "sharpen")
    return {3, {0, -1, 0, -1, 5, -1, 0, -1, 0}};
  if (name == "sobel-x")
    return {3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}};
  if (name == "sobel-y")
    return {3, {-1, -2, -1, 0, 0, 0, 1, 2, 1}};
  if (name == "emboss")
    return {3, {-2, -1, 0, -1, 1, 1, 0, 1, 2}};
  Weights blur{13, std::vector<double>(169)}; // a bell with sigma 2, cut off at 6
  double sum = 0;
  for (int k = 0; k < 169; ++k)
    sum += blur.values[k] = std::exp(-(std::pow(k % 13 - 6, 2) + std::pow(k / 13 - 6, 2)) / 8.0);
  for (double& value : blur.values)
    value /= sum;
  return blur;
}

// The place in a row of n that stands for place i, found by walking; -1: none does.
int walk(int i, int n, const std::string& border) {
  while (i < 0 || i >= n) {
    if (border == "zero")
      return -1;
    if (border == "clamp" || (border == "reflect" && n == 1))
      i += i < 0 ? 1 : -1;
    else if (border == "wrap")
      i += i < 0 ? n : -n;
    else
      i = i < 0 ? -i : 2 * (n - 1) - i;
  }
  return i;
}

// The largest difference between the program's picture and the sums; alpha has to be the input's.
double worst_difference(const common::Image& in, const common::Image& out,
                        const std::string& filter, const std::string& border) {
  const Weights weights = weights_of(filter);
  const int reach = weights.extent / 2;
  double worst = 0;
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x)
      for (int c = 0; c < out.channels; ++c) {
        const std::size_t pixel = static_cast<std::size_t>(y) * in.width + x;
        double sum = 0;
        for (int j = 0; j < weights.extent; ++j)
          for (int i = 0; i < weights.extent; ++i) {
            const int column = walk(x + i - reach, in.width, border),
                      row = walk(y + j - reach, in.height, border);
            if (column >= 0 && row >= 0)
              sum += weights.values[j * weights.extent + i] *
                     in.pixels[4 * (static_cast<std::size_t>(row) * in.width + column) + c];
          }
        const double want = c == 3 ? in.pixels[4 * pixel + 3] : std::clamp(sum, 0.0, 255.0);
        worst = std::max(worst, std::abs(out.pixels[out.channels * pixel + c] - want));
      }
  return worst;
}

} // namespace

TEST_CASE("16_convolution: the program applies each filter with each border") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  const common::Image image = noise(31, 17);
  common::save_image(in, image);
  for (const std::string filter : {"blur", "sharpen", "sobel-x", "sobel-y", "emboss"})
    for (const std::string border : {"zero", "clamp", "reflect", "wrap"}) {
      CAPTURE(filter);
      CAPTURE(border);
      const common::Image out = filters_pictures.picture(
          {"--filter", filter, "--border", border, "--input", in}, {"verified: every pixel"});
      REQUIRE(out.width == image.width);
      REQUIRE(out.height == image.height);
      REQUIRE(out.channels == 4);
      CHECK(worst_difference(image, out, filter, border) < 0.51);
    }
}

TEST_CASE("16_convolution: the program takes pictures of any size and kind") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  for (const tests::Environment& environment : tests::any_group_size)
    for (const std::pair<int, int>& size : {std::pair{1, 1}, {2, 1}, {1, 40}, {65, 33}}) {
      const int width = size.first; // clang takes no structured binding into CAPTURE's lambda
      const int height = size.second;
      CAPTURE(width);
      CAPTURE(height);
      const common::Image image = noise(width, height);
      common::save_image(in, image);
      for (const std::string border : {"reflect", "wrap"}) { // the filter is larger than some
        const common::Image out = filters_pictures.picture(
            {"--filter", "blur", "--border", border, "--input", in}, {}, environment);
        REQUIRE(out.width == width);
        CHECK(worst_difference(image, out, "blur", border) < 0.51);
      }
    }
  for (const int channels : {1, 3}) { // grey, and without alpha: so is what comes out
    common::save_image(in, noise(20, 11, channels));
    const common::Image out = filters_pictures.picture({"--input", in});
    CHECK(out.channels == channels);
    CHECK(worst_difference(common::load_image(in, 4), out, "sobel-x", "clamp") < 0.51);
  }
}

TEST_CASE("16_convolution: the program notices a wrong kernel" * tests::long_tier) {
  filters_pictures.notices({
      {"filter.cl", "j * filter_width + i", "i * filter_width + j", "", "row 0, column"},
      {"filter.cl", "return clamp(i, 0, n - 1);", "return abs(i) % n;", "", "should be"},
      {"filter.cl", "row * width + column", "row * height + row", "", "should be"},
      {"filter.cl", "if (x >= width || y >= height)", "if (x >= width || y >= height - 1)", "",
       "should be"},
  });
  // What becomes of a value that does not fit is each device's own affair (OpenCL C, 6.4.3.3): NVIDIA's saturates.
  if (tests::on_pocl())
    filters_pictures.notices(
        {{"filter.cl", "convert_uchar4_sat_rte", "convert_uchar4", "", "should be"}});
}

TEST_CASE("16_convolution: the program notices a wrong border" * tests::long_tier) {
  struct Wrong {
    const char *border, *from, *to;
  };
  for (const Wrong& each :
       {Wrong{"zero", "i < 0 || i >= n ? -1 : i", "clamp(i, 0, n - 1)"},
        Wrong{"reflect", "return min(i, period - i);", "return clamp(i, 0, n - 1);"},
        Wrong{"reflect", "2 * (n - 1)", "2 * n"}, Wrong{"wrap", "i % n + n", "i % n + n - 1"}}) {
    CAPTURE(each.from);
    const tests::TemporaryDirectory directory;
    std::string source = common::read_text(common::find_kernel("16_convolution/filter.cl"));
    const std::size_t at = source.find(each.from);
    REQUIRE(at != std::string::npos);
    directory.write("16_convolution/filter.cl",
                    source.replace(at, std::string(each.from).size(), each.to));
    const auto result = filters_pictures.run({"--border", each.border},
                                             {{"OCL_KERNEL_PATH", directory.path.string()}});
    INFO(result.output);
    CHECK(result.exit_code == 1);
    CHECK(tests::contains(result.output, "should be"));
  }
}

TEST_CASE("16_convolution: bad input to the program ends with one sentence") {
  filters_pictures.refuses(
      {{{"--filter", "sobel"}, 2, "sobel"}, {{"--border", "black"}, 2, "black"}});
}
