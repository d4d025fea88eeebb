// Chapter 16: filters and borders against values worked out by hand, every step against the
// reference, and pictures through the program.

#include "chapters/16_convolution/convolution.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
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

common::ImageF random_image(int width, int height, int channels, unsigned seed = 1) {
  return {width, height, channels,
          common::random_floats(static_cast<std::size_t>(width * height * channels), seed, 0, 1)};
}

bool leaves_nothing(const common::ImageF& image, const Setup& setup) {
  return convolution::output_width(image, setup) < 1 ||
         convolution::output_height(image, setup) < 1;
}

std::string describe(const common::ImageF& image, const Setup& setup) {
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

/// Runs every step on one image; how many have run.
int verify_steps(const common::Session& session, const Setup& setup, const common::ImageF& image) {
  convolution::Convolution problem(setup, image);
  problem.upload(session);
  int verified = 0;
  for (const common::Step& step : problem.steps()) {
    INFO(step.id, ": ", describe(image, setup));
    try {
      const common::Prepared prepared =
          common::prepare_step("16_convolution", problem, step, session);
      CHECK(common::verify_step(problem, prepared, session) == "");
      ++verified;
    } catch (const common::Skip& reason) {
      MESSAGE(reason.what());
    }
  }
  return verified;
}

void verify_filters_and_borders(int channels) {
  const common::Session session(common::pick_device());
  int verified = 0;
  for (const Filter& filter : all_filters())
    for (const Border border : all_borders) {
      Extents sizes{{33, 17}};
      if (filter.name == "random")
        sizes.insert(sizes.end(), {{1, 1}, {5, 3}, {1, 31}, {31, 1}, {17, 34}});
      for (const auto& [width, height] : sizes) {
        const common::ImageF image = random_image(width, height, channels);
        if (!leaves_nothing(image, {filter, border}))
          verified += verify_steps(session, {filter, border}, image);
      }
    }
  CHECK(verified > 0);
}

/// Puts one of the chapter's kernels into `directory`, with `wrong` in place of `right`.
void plant_mutant(const tests::TemporaryDirectory& directory, const std::string& file,
                  const std::string& right, const std::string& wrong) {
  std::string source = common::read_text(common::find_kernel("16_convolution/" + file));
  const std::size_t at = source.find(right);
  INFO(file, " has no '", right, "'");
  REQUIRE(at != std::string::npos);
  source.replace(at, right.size(), wrong);
  directory.write("16_convolution/" + file, source);
}

/// The program with the kernels in `directory` in place of the right ones.
common::ProcessResult run_with_kernels(const tests::TemporaryDirectory& directory,
                                       const std::vector<std::string>& arguments) {
  common::ProcessOptions options;
  options.environment = {{"OCL_KERNEL_PATH", directory.path.string()}};
  return tests::run_chapter("16_convolution", arguments, options);
}

} // namespace

TEST_CASE("16_convolution: filters that average add up to 1, those that differentiate to 0") {
  for (const Filter& filter : all_filters()) {
    CAPTURE(filter.name);
    CHECK(filter.weights.size() == static_cast<std::size_t>(filter.width * filter.height));
    if (filter.name == "sobel-x" || filter.name == "sobel-y" || filter.name == "emboss")
      CHECK(filter.sum() == 0.0);
    else if (filter.name != "random")
      CHECK(filter.sum() == doctest::Approx(1.0).epsilon(1e-6));
  }
  for (const double sigma : {0.1, 0.5, 1.0, 3.0, 10.33})
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
  INFO(comparison.summary(common::row_and_column(7)));
  CHECK(comparison.passed());
}

TEST_CASE("16_convolution: filters and borders that do not exist are refused with a list") {
  CHECK_THROWS_WITH_AS(convolution::make_filter("blur"), doctest::Contains("motion"),
                       common::UsageError);
  CHECK_THROWS_WITH_AS(convolution::parse_border("mirror"), doctest::Contains("reflect"),
                       common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(10.34), common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(0.0), common::UsageError);
  CHECK_THROWS_AS(convolution::gaussian(NAN), common::UsageError);
  CHECK_THROWS_AS(convolution::box(64, 1), common::UsageError);
  CHECK_THROWS_AS(convolution::box(0, 1), common::UsageError);
  const Setup valid{convolution::box(5, 3), Border::valid};
  CHECK_THROWS_AS(convolution::Convolution(valid, 4, 9, 1, 1), common::UsageError);
  CHECK_THROWS_AS(convolution::Convolution(valid, 1 << 20, 1 << 20, 1, 1), common::UsageError);
}

TEST_CASE("16_convolution: which pixel stands for one outside a row of three") {
  const auto places = [](int extent, Border border) {
    std::vector<int> result;
    for (int i = -5; i <= 7; ++i)
      result.push_back(convolution::border_index(i, extent, border));
    return result;
  };
  using Places = std::vector<int>;
  CHECK(places(3, Border::zero) == Places{-1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1});
  CHECK(places(3, Border::valid) == places(3, Border::zero));
  CHECK(places(3, Border::clamp) == Places{0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2});
  CHECK(places(3, Border::reflect) == Places{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1});
  CHECK(places(3, Border::wrap) == Places{1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1});
  for (const Border border : {Border::clamp, Border::reflect, Border::wrap})
    CHECK(places(1, border) == Places(13, 0));
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
  common::ImageF delta{5, 5, 1, std::vector<float>(25)};
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
  const common::ImageF colours{2, 1, 4, {1, 2, 3, 4, 10, 20, 30, 40}};
  CHECK(convolution::convolve_in_double(colours, {{"", 2, 1, {1, 100}}, Border::clamp}) ==
        Doubles{101, 202, 303, 404, 1001, 2002, 3003, 4004});
}

TEST_CASE("16_convolution: the identity returns the image, and averages keep a constant") {
  const common::ImageF image = random_image(7, 4, 4);
  const common::ImageF constant{9, 6, 1, std::vector<float>(54, 0.7F)};
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
        const common::ImageF image = random_image(width, height, channels);
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

TEST_CASE("16_convolution: every step with every filter and border, grey") {
  verify_filters_and_borders(1);
}

TEST_CASE("16_convolution: every step with every filter and border, RGBA") {
  verify_filters_and_borders(4);
}

TEST_CASE("16_convolution: every step with large, even and narrow filters") {
  const common::Session session(common::pick_device());
  int verified = 0;
  for (const auto& [width, height] : Extents{{63, 63}, {62, 2}, {1, 9}, {9, 1}, {2, 2}, {30, 41}})
    for (const Border border : all_borders)
      for (const int channels : {1, 4}) {
        const common::ImageF image = border == Border::valid ? random_image(65, 64, channels)
                                                             : random_image(19, 6, channels);
        verified +=
            verify_steps(session, {convolution::random_filter(width, height, 3), border}, image);
      }
  CHECK(verified > 0);
}

TEST_CASE("16_convolution: a tile that the device cannot hold is an obstacle, with the limit") {
  const common::Session session(common::pick_device());
  const convolution::Convolution problem({convolution::box(63, 63), Border::clamp}, 8, 8, 4, 1);
  const std::vector<common::Step> steps = problem.steps();
  REQUIRE(steps.at(1).name == "local_tile");
  const auto limit = session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  // As many columns as cannot fit, if each had only one row of pixels.
  const int columns = static_cast<int>(limit / 16 + 1);
  const std::string reason = steps[1].obstacle(session.device, {{"LX", columns}, {"LY", 1}});
  INFO(reason);
  CHECK(!reason.empty());
  CHECK(tests::contains(reason, "this device has"));
}

TEST_CASE("16_convolution: pictures through the program") {
  const tests::TemporaryDirectory directory;
  common::Image colour = common::to_bytes(random_image(45, 33, 4, 5));
  common::Image grey = common::to_bytes(random_image(45, 33, 1, 6));
  common::save_image(directory.path / "colour.png", colour);
  common::save_image(directory.path / "grey.png", grey);
  struct Case {
    std::string filter, border, show;
    double offset;
    bool magnitude;
  };
  const std::vector<Case> cases{{"sobel-x", "reflect", "", 0.5, false},
                                {"emboss", "wrap", "magnitude", 0.0, true},
                                {"sobel-y", "clamp", "as-is", 0.0, false},
                                {"motion", "zero", "", 0.0, false},
                                {"gaussian", "valid", "", 0.0, false}};
  for (const common::Image& picture : {colour, grey})
    for (const Case& one : cases) {
      const std::string input = picture.channels == 4 ? "colour.png" : "grey.png";
      INFO(input, " ", one.filter, " ", one.border, " ", one.show);
      const fs::path output = directory.path / "out.png";
      std::vector<std::string> arguments{
          "--quick",  "--input",       (directory.path / input).string(),
          "--output", output.string(), "--filter",
          one.filter, "--border",      one.border};
      if (!one.show.empty())
        arguments.insert(arguments.end(), {"--show", one.show});
      const common::ProcessResult run = tests::run_chapter("16_convolution", arguments);
      INFO(run.output);
      REQUIRE(run.exit_code == 0);
      const common::Image got = common::load_image(output);
      fs::remove(output);

      const Setup setup{convolution::make_filter(one.filter),
                        convolution::parse_border(one.border)};
      const common::ImageF image = common::to_float(picture);
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

TEST_CASE("16_convolution: wrong kernels are noticed, and write no picture") {
  struct Mistake {
    std::string file, right, wrong, options;
  };
  const std::vector<Mistake> mistakes{
      {"v1_naive.cl", "x0 + i, y0 + j", "x0 + j, y0 + i", ""},
      {"v1_naive.cl", "filter[j * filter_width + i]", "filter[i * filter_height + j]", ""},
      {"v1_naive.cl", "filter[j * filter_width + i]",
       "filter[j * filter_width + filter_width - 1 - i]", ""},
      {"v1_naive.cl", "i < filter_width", "i < filter_width - 1", ""},
      {"v1_naive.cl", "*sum = 0.0f;", "", ""},
      {"v1_naive.cl", "x >= out_width ||", "x > out_width ||", ""},
      {"v2_local_tile.cl", "(y0 + j) * tile_width + x0 + i", "(x0 + i) * tile_width + y0 + j", ""},
      {"v2_local_tile.cl", "left + c, top + r", "top + r, left + c", ""},
      {"v2_local_tile.cl", "+ filter_width - 1, tile", "+ filter_width - 2, tile", ""},
      {"v2_local_tile.cl", "c < tile_width", "c < LX", ""},
      {"border.clh", "2 * extent - 2", "2 * extent - 1", "reflect"},
      {"border.clh", "k + extent", "k + extent - 1", "wrap"},
      {"border.clh", "i < 0 ? 0 : extent - 1", "i < 0 ? 0 : extent - 2", "clamp"},
      {"border.clh", "(pixel)(0.0f) : image", "(pixel)(1.0f) : image", "zero"},
  };
  // Without a surplus of work-items a wrong guard is right.
  const bool groups_of_one = common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() == 1;
  for (const Mistake& mistake : mistakes) {
    if (groups_of_one && tests::contains(mistake.right, "out_width"))
      continue;
    INFO(mistake.file, ": ", mistake.right, " -> ", mistake.wrong);
    const tests::TemporaryDirectory directory;
    plant_mutant(directory, mistake.file, mistake.right, mistake.wrong);
    const std::string step = mistake.file == "v2_local_tile.cl" ? "v2" : "v1";
    std::vector<std::string> arguments{"--check", "--size", "5x3,33x17", "--step", step};
    if (!mistake.options.empty())
      arguments.insert(arguments.end(), {"--border", mistake.options});
    const common::ProcessResult run = run_with_kernels(directory, arguments);
    INFO(run.output);
    CHECK(run.exit_code == 1);
  }

  const tests::TemporaryDirectory directory;
  plant_mutant(directory, "v2_local_tile.cl", "x0 + i]", "x0]");
  common::save_image(directory.path / "in.png", common::to_bytes(random_image(9, 8, 1)));
  const fs::path output = directory.path / "out.png";
  const common::ProcessResult run =
      run_with_kernels(directory, {"--quick", "--input", (directory.path / "in.png").string(),
                                   "--output", output.string()});
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(!fs::exists(output));
}

TEST_CASE("16_convolution: kernels and their header are found in a path with blanks") {
  const tests::TemporaryDirectory directory;
  for (const char* file : {"v1_naive.cl", "border.clh"})
    directory.write(fs::path("my own kernels/16_convolution") / file,
                    common::read_text(common::find_kernel(fmt::format("16_convolution/{}", file))));
  common::ProcessOptions options;
  options.environment = {{"OCL_KERNEL_PATH", (directory.path / "my own kernels").string()}};
  const std::vector<std::string> arguments{"--check", "--size", "5x3", "--step", "v1"};
  common::ProcessResult run = tests::run_chapter("16_convolution", arguments, options);
  INFO(run.output);
  CHECK(run.exit_code == 0);

  // It was this header and no other, and the compiler's message says where the mistake is.
  directory.write("my own kernels/16_convolution/border.clh", "\nint mistake = ;\n");
  run = tests::run_chapter("16_convolution", arguments, options);
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(tests::contains(run.output, "kernels/16_convolution/border.clh:2:"));
}

TEST_CASE("16_convolution: command lines that make no sense") {
  const tests::TemporaryDirectory directory;
  const std::string no_picture = directory.write("no.png", "this is no picture").string();
  const auto check = [&](const std::vector<std::string>& arguments, int code,
                         const std::string& words) {
    const common::ProcessResult run = tests::run_chapter("16_convolution", arguments);
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
  check({"--input", no_picture, "--oclgrind"}, 2, "--size");
  check({"--size", "5x3", "--output", "x.png"}, 2, "--input");
  check({"--filter", "gaussian", "--sigma", "20"}, 2, "sigma");
  check({"--filter", "box", "--sigma", "2"}, 2, "gaussian");
  check({"--filter", "sobel-x", "--filter-size", "5x5"}, 2, "box");
  check({"--filter", "box", "--filter-size", "64x64"}, 2, "63x63");
  check({"--check", "--size", "3x3", "--border", "valid"}, 2, "larger image");
}

TEST_CASE("16_convolution: access counts are as promised with every border") {
#ifdef SANITIZED
  SKIP_TEST("programs with sanitizers do not run under Oclgrind");
#else
  NEEDS_OCLGRIND;
  for (const Border border : all_borders)
    for (const std::string channels : {"1", "4"}) {
      const common::ProcessResult run =
          tests::run_chapter("16_convolution", {"--oclgrind", "--size", "17x9", "--border",
                                                name_of(border), "--channels", channels});
      INFO(name_of(border), " ", channels, "\n", run.output);
      CHECK(run.exit_code == 0);
      CHECK(!tests::contains(run.output, "no access counts promised"));
    }
#endif
}
