// Chapter 20: the references against the definitions, the lists of exchanges, every step, the choice, the search. The program
// of the lesson comes last.

#include "chapters/20_image_filters/lab/filters.hpp"
#include "chapters/20_image_filters/lab/steps.hpp"
#include "chapters/20_image_filters/lab/sweeps.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/device_limits.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using filters::Filter;
using filters::Setup;

common::Image random_image(int width, int height, int channels, unsigned seed = 1) {
  common::Image image{width, height, channels, {}};
  for (const float value : common::random_floats(
           static_cast<std::size_t>(width * height * channels), seed, 0.0F, 255.9F))
    image.pixels.push_back(static_cast<std::uint8_t>(value));
  return image;
}

std::size_t at(const common::Image& image, int x, int y) {
  return static_cast<std::size_t>(std::clamp(y, 0, image.height - 1) * image.width +
                                  std::clamp(x, 0, image.width - 1)) *
         static_cast<std::size_t>(image.channels);
}

/// Runs all steps on one picture; the ids of those that ran.
std::set<std::string> verify_steps(const harness::Session& session, const Setup& setup,
                                   const common::Image& image) {
  Filter problem(setup, image);
  problem.upload(session);
  return tests::check_steps(problem, session);
}

// ---- lists of exchanges ----

using Exchanges = std::vector<std::pair<std::size_t, std::size_t>>;

// The pairs behind "#define NAME", and the places behind the other names.
struct Networks {
  std::string text = common::read_text(common::find_kernel("20_image_filters/networks.clh"));

  std::string definition(const std::string& name) const {
    const std::string start = "#define " + name + " ";
    std::size_t from = text.find(start);
    if (from == std::string::npos)
      return "";
    from += start.size();
    std::size_t end = from;
    while ((end = text.find('\n', end)) != std::string::npos && text[end - 1] == '\\')
      ++end;
    return text.substr(from, end - from);
  }
  Exchanges list(const std::string& name) const {
    Exchanges pairs;
    const std::string all = definition(name);
    const std::regex exchange(R"(X\((\d+),(\d+)\))");
    for (std::sregex_iterator it(all.begin(), all.end(), exchange), end; it != end; ++it)
      pairs.emplace_back(std::stoul((*it)[1]), std::stoul((*it)[2]));
    return pairs;
  }
  std::vector<std::size_t> places(const std::string& name) const {
    std::vector<std::size_t> numbers;
    const std::string all = definition(name);
    const std::regex number(R"(\d+)");
    for (std::sregex_iterator it(all.begin(), all.end(), number), end; it != end; ++it)
      numbers.push_back(std::stoul((*it)[0]));
    return numbers;
  }
};

void exchange(const Exchanges& list, std::vector<int>& v) {
  for (const auto& [a, b] : list)
    if (v.at(a) > v.at(b))
      std::swap(v[a], v[b]);
}

// All ways to fill blocks of these lengths with zeros and then ones.
template <typename Body>
void for_sorted_blocks(std::size_t blocks, std::size_t length, const Body& body) {
  std::vector<std::size_t> ones(blocks, 0);
  for (;;) {
    std::vector<int> v;
    for (const std::size_t count : ones)
      for (std::size_t k = 0; k < length; ++k)
        v.push_back(k >= length - count ? 1 : 0);
    body(v);
    std::size_t k = 0;
    while (k < blocks && ones[k] == length)
      ones[k++] = 0;
    if (k == blocks)
      return;
    ++ones[k];
  }
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  const auto ladder = [](const std::string& filter, int radius, int width, int height,
                         const std::vector<std::string>& always) {
    return Ladder{filter,
                  making<Filter>(filters::make_setup(filter, radius), width, height, 1U),
                  {making<Filter>(filters::make_setup(filter), 64, 64, 1U)},
                  always};
  };
  return {ladder("snn", 2, 37, 21, {"v1", "v2", "c1", "b1"}),
          ladder("median", 2, 131, 35, {"m1", "m4"}), ladder("red-eye", 0, 37, 21, {"p1", "p2"}),
          ladder("gaussian", 2, 37, 21, {"g1", "g2"}), ladder("gabor", 2, 37, 21, {"a1", "a2"})};
}

TEST_CASE("20_image_filters: the lists of exchanges do what they say, for all zeros and ones") {
  const Networks networks;
  for (const std::size_t side : {3U, 5U, 7U}) {
    CAPTURE(side);
    const std::string k = std::to_string(side);
    const std::size_t middle = side * side / 2;
    const Exchanges sort = networks.list("SORT_" + k), pair = networks.list("PAIR_" + k),
                    core = networks.list("CORE_" + k), rows = networks.list("ROWS_" + k),
                    median = networks.list("MEDIAN_" + k);
    int wrong = 0;
    for (unsigned bits = 0; bits < 1U << side; ++bits) {
      std::vector<int> v;
      for (std::size_t n = 0; n < side; ++n)
        v.push_back(static_cast<int>(bits >> n & 1U));
      exchange(sort, v);
      wrong += std::is_sorted(v.begin(), v.end()) ? 0 : 1;
    }
    const std::vector<std::size_t> order = networks.places("PAIR_ORDER_" + k);
    REQUIRE(order.size() == 2 * side);
    for_sorted_blocks(2, side, [&](std::vector<int> v) {
      exchange(pair, v);
      for (std::size_t n = 1; n < order.size(); ++n)
        wrong += v[order[n - 1]] > v[order[n]] ? 1 : 0;
    });
    const std::vector<std::size_t> places = networks.places("CORE_PLACES_" + k);
    REQUIRE(places.size() == side + 1);
    for_sorted_blocks(side / 2, 2 * side, [&](std::vector<int> v) {
      std::vector<int> want = v;
      std::sort(want.begin(), want.end());
      exchange(core, v);
      for (std::size_t n = 0; n < places.size(); ++n)
        wrong += v[places[n]] != want[middle - side + n] ? 1 : 0;
    });
    const auto is_median = [&](std::vector<int> v, const Exchanges& list,
                               const std::string& place) {
      const bool one = std::accumulate(v.begin(), v.end(), 0) > static_cast<int>(middle);
      exchange(list, v);
      return v[networks.places(place + k).at(0)] == (one ? 1 : 0);
    };
    if (side < 7) // of 7 x 7 a sample, below
      for_sorted_blocks(side, side, [&](const std::vector<int>& v) {
        wrong += is_median(v, rows, "ROWS_PLACE_") ? 0 : 1;
      });
    const std::vector<float> dice = common::random_floats(400 * side * side, 3, 0.0F, 1.0F);
    for (std::size_t n = 0; n < 400; ++n) {
      std::vector<int> v;
      for (std::size_t i = 0; i < side * side; ++i)
        v.push_back(static_cast<int>(1000.0F * dice[n * side * side + i]));
      std::vector<int> want = v;
      std::sort(want.begin(), want.end());
      std::vector<int> sorted_rows = v;
      for (std::size_t row = 0; row < side; ++row)
        std::sort(sorted_rows.begin() + static_cast<long>(row * side),
                  sorted_rows.begin() + static_cast<long>((row + 1) * side));
      exchange(median, v);
      exchange(rows, sorted_rows);
      wrong += v[networks.places("MEDIAN_PLACE_" + k).at(0)] != want[middle] ? 1 : 0;
      wrong += sorted_rows[networks.places("ROWS_PLACE_" + k).at(0)] != want[middle] ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(sort.size() < pair.size() + side); // they have been read
    CHECK_FALSE(median.empty());
  }
}

TEST_CASE("20_image_filters: the host's medians are those of the definition") {
  const common::Image image = random_image(23, 17, 1);
  for (const int radius : {1, 2, 3}) {
    const std::vector<std::uint8_t> got = filters::median_on_host(image, radius);
    int wrong = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        std::vector<std::uint8_t> window;
        for (int v = -radius; v <= radius; ++v)
          for (int u = -radius; u <= radius; ++u)
            window.push_back(image.pixels[at(image, x + u, y + v)]);
        std::sort(window.begin(), window.end());
        wrong += got[at(image, x, y)] != window[window.size() / 2] ? 1 : 0;
      }
    CHECK(wrong == 0);
  }
}

TEST_CASE("20_image_filters: the SNN mean keeps a step, and a Gaussian does not") {
  common::Image step{16, 9, 4, {}};
  for (int k = 0; k < 16 * 9; ++k)
    for (int c = 0; c < 4; ++c)
      step.pixels.push_back(k % 16 < 8 ? 20 : 220);
  for (const int pairs : {1, 2}) {
    const std::vector<double> same = filters::snn_on_host(step, 3, pairs);
    CHECK(std::equal(same.begin(), same.end(), step.pixels.begin()));
  }
  const std::vector<double> blurred = filters::gaussian_on_host(step, filters::bell(2));
  CHECK(blurred[4 * 7] > 25.0);
  CHECK(blurred[4 * 8] < 215.0);
}

TEST_CASE("20_image_filters: red eyes lose their red, skin does not") {
  const common::Image two{2, 1, 4, {250, 30, 30, 255, 224, 172, 140, 255}};
  const std::vector<double> got = filters::red_eye_on_host(two, 0.4F);
  CHECK(got[0] == doctest::Approx((30.0 + 0.1933333 * 30.0) / (2 * 0.5133333)));
  CHECK(got[4] == 224.0);
}

TEST_CASE("20_image_filters: weights: a bell adds up to 1, Gabor's filters to nothing") {
  for (const int radius : {0, 1, 2, 7}) {
    const std::vector<float> bell = filters::bell(radius);
    CHECK(std::accumulate(bell.begin(), bell.end(), 0.0) == doctest::Approx(1.0));
    CHECK(bell.front() == bell.back());
  }
  // The thesis' five weights for sigma 1: means over cells.
  CHECK(filters::bell(2).at(2) == doctest::Approx(0.3877).epsilon(1e-3));
  const Setup setup = filters::make_setup("gabor");
  const std::vector<float> bank = filters::gabor_bank(setup);
  CHECK(std::fabs(std::accumulate(bank.begin(), bank.end(), 0.0)) < 1e-4);
  // Direction 0 answers to upright stripes, direction 4 to level ones.
  common::Image stripes{32, 32, 1, {}};
  for (int k = 0; k < 32 * 32; ++k)
    stripes.pixels.push_back(static_cast<std::uint8_t>(
        std::lround(127.5 + 127.5 * std::cos(2.0 * 3.14159265 * (k % 32) / setup.lambda))));
  const std::vector<double> responses = filters::gabor_on_host(stripes, setup);
  const auto pixel = responses.begin() + (16 * 32 + 18) * Setup::directions; // on a crest
  CHECK(std::max_element(pixel, pixel + Setup::directions) == pixel);
}

TEST_CASE("20_image_filters: every step with other radii, both numbers of pairs, all sizes" *
          tests::long_tier) {
  const tests::Unoptimised quickly;
  const harness::Session session = tests::new_session();
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 31}, {31, 1}, {200, 70}})
    for (const int radius : {1, 3}) {
      for (const int pairs : {1, 2})
        verify_steps(session, filters::make_setup("snn", radius, pairs),
                     random_image(width, height, 4));
      verify_steps(session, filters::make_setup("median", radius), random_image(width, height, 1));
      verify_steps(session, filters::make_setup("gabor", radius), random_image(width, height, 1));
      verify_steps(session, filters::make_setup("gaussian", radius),
                   random_image(width, height, 4));
    }
}

TEST_CASE("20_image_filters: every kernel file states its counts") {
  for (const std::string& name : filters::filter_names()) {
    const Filter problem(filters::make_setup(name, name == "red-eye" ? 0 : 2), 17, 9, 1);
    for (const harness::Step& step : problem.steps())
      if (step.id != "m7") { // no simulator runs NVIDIA's instructions
        CAPTURE(step.id);
        CHECK(std::any_of(step.presets.begin(), step.presets.end(),
                          [&](const auto& values) { return !step.accesses(values).empty(); }));
      }
  }
}

TEST_CASE("20_image_filters: radii and filters that make no sense are refused") {
  CHECK_THROWS_WITH_AS(filters::make_setup("blur"), doctest::Contains("gaussian"),
                       common::UsageError);
  CHECK_THROWS_AS(filters::make_setup("median", 4), common::UsageError);
  CHECK_THROWS_AS(filters::make_setup("snn", 16), common::UsageError);
  CHECK_THROWS_AS(filters::make_setup("snn", 3, 3), common::UsageError);
}

TEST_CASE("20_image_filters: all shapes of work-groups, and none twice") {
  const std::vector<std::size_t> most{1024, 1024, 64};
  CHECK(filters::shapes_for(1, 1024, most).size() == 11);
  CHECK(filters::shapes_for(2, 1024, most).size() == 66);
  CHECK(filters::shapes_for(3, 1024, most).size() == 66 + 55 + 45);
  CHECK(filters::shapes_for(3, 1, {1, 1, 1}).size() == 1);
  CHECK(filters::shapes_for(2, 1024, {64, 4, 1}).size() == 21);
  for (const auto& shape : filters::shapes_for(3, 64, most))
    CHECK(shape[0] * shape[1] * shape[2] <= 64);
}

TEST_CASE("20_image_filters: small radii and small groups get the plain kernel") {
  const tests::LimitedDevice device({.type = CL_DEVICE_TYPE_GPU, .group_size = 256});
  const harness::Session session = tests::new_session();
  const harness::Values square{{"LX", 16}, {"LY", 16}}, line{{"LX", 16}, {"LY", 1}};
  CHECK_FALSE(filters::prefers_tile(filters::make_setup("snn", 2), session.device, square));
  CHECK_FALSE(filters::prefers_tile(filters::make_setup("snn", 9), session.device, square));
  CHECK_FALSE(filters::prefers_tile(filters::make_setup("snn", 5), session.device, line));
}

TEST_CASE("20_image_filters: a search writes a row for each shape, files of times, and plots") {
  const tests::TemporaryDirectory directory;
  const std::string json = (directory.path / "sweep.json").string();
  const std::string times = (directory.path / "times").string();
  const std::string plot = (directory.path / "plot").string();
  const harness::ProcessResult run =
      tests::run_lab("20_image_filters", {"--sweep", "snn", "--quick", "--size", "24x16",
                                          "--radius", "2", "--json", json, "--times", times});
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const nlohmann::json document = harness::read_json(json);
  std::map<int, std::set<std::string>> shapes;
  for (const auto& row : document.at("rows")) {
    const auto shape = row.at("shape").get<std::string>();
    const int dimensions = row.at("dimensions").get<int>();
    CHECK(shapes[dimensions].insert(shape).second);
    CHECK(row.at("median_ms").get<double>() > 0.0);
    CHECK(std::filesystem::exists(std::filesystem::path(times) /
                                  fmt::format("snn_24x16_{}d_{}.txt", dimensions, shape)));
  }
  for (const int dimensions : {1, 2, 3})
    CHECK(shapes[dimensions].count("none") == 1);
  CHECK(document.at("summary").size() == 3);
  CHECK(document.at("queries").contains("kernel_work_group_size"));
  if (harness::can_plot()) {
    const harness::ProcessResult drawn =
        tests::run_lab("20_image_filters", {"--sweep", "snn", "--measured", json, "--plot", plot});
    CHECK(drawn.exit_code == 0);
    for (const char* name : {"_1d", "_2d", "_3d_1"})
      CHECK(std::filesystem::exists(plot + name + ".svg"));
    // The map has a number in each field, and the best shape's is 1.
    const std::string map = common::read_text(plot + "_2d.svg");
    CHECK(tests::contains(map, ">1.00<"));
    CHECK(tests::contains(map, "no local size: "));
  }
}

TEST_CASE("20_image_filters: a tile has no form in one dimension, and the search by radius finds a "
          "crossover or none") {
  const harness::ProcessResult tile =
      tests::run_lab("20_image_filters", {"--sweep", "snn-local", "--quick", "--size", "16",
                                          "--radius", "1", "--dimensions", "1"});
  CHECK(tile.exit_code == 0);
  CHECK(tests::contains(tile.output, "rectangles"));
  const harness::ProcessResult radii =
      tests::run_lab("20_image_filters", {"--sweep", "radii", "--quick", "--size", "32"});
  INFO(radii.output);
  CHECK(radii.exit_code == 0);
  CHECK(tests::contains(radii.output, "The tile pays"));
}

TEST_CASE("20_image_filters: the laboratory writes the picture of every filter") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image stripes{24, 18, 3, {}}; // upright on the left, level on the right
  const Setup setup = filters::make_setup("gabor");
  for (int k = 0; k < 24 * 18; ++k)
    for (int c = 0; c < 3; ++c)
      stripes.pixels.push_back(static_cast<std::uint8_t>(
          std::lround(127.5 + 127.5 * std::cos(2.0 * 3.14159265 * (k % 24 < 12 ? k % 24 : k / 24) /
                                               static_cast<double>(setup.lambda)))));
  common::save_image(in, stripes);
  std::map<std::string, common::Image> pictures;
  for (const std::string& filter : filters::filter_names()) {
    const std::string out = (directory.path / (filter + ".png")).string();
    const harness::ProcessResult run =
        tests::run_lab("20_image_filters", {"--filter", filter, "--input", in, "--picture", out});
    INFO(run.output);
    REQUIRE(run.exit_code == 0);
    CHECK(tests::contains(run.output, "verified"));
    pictures[filter] = common::load_image(out);
    CHECK(pictures[filter].width == 24);
  }
  // Direction 0 is red, direction 4 its complement.
  const common::Image& colours = pictures["gabor"];
  REQUIRE(colours.channels == 3);
  const auto pixel = [&](int x, int y) { return &colours.pixels[at(colours, x, y)]; };
  CHECK(pixel(6, 9)[0] > pixel(6, 9)[1]);
  CHECK(pixel(18, 12)[0] < pixel(18, 12)[1]);
  const harness::ProcessResult neither = tests::run_lab("20_image_filters", {"--input", in});
  CHECK(neither.exit_code == common::exit_usage);
  CHECK(tests::contains(neither.output, "--picture"));
  CHECK(pictures["median"].channels == 1);
  CHECK(pictures["gaussian"].pixels[0] == pictures["gaussian"].pixels[1]); // still grey
}

// ---- the program of the lesson ----

namespace {
const tests::Program mends("20_image_filters");
} // namespace

TEST_CASE("20_image_filters: the program mends eyes, smooths, takes medians, and does only that") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image = random_image(31, 17, 4);
  for (std::size_t k = 0; k < image.pixels.size(); k += 4 * 7) // some are very red
    image.pixels[k] = 255, image.pixels[k + 1] = 20, image.pixels[k + 2] = 30;
  common::save_image(in, image);
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image mended =
        mends.picture({"--filters", "red-eye", "--input", in}, {}, environment);
    CHECK(mended.pixels[0] == 25); // (20 + 0.1933 * 30) / 1.0267
    CHECK(mended.pixels[1] == 20);
    const common::Image smooth =
        mends.picture({"--filters", "red-eye,snn", "--radius", "2", "--input", in},
                      {"verified: every pixel", "snn: C++"}, environment);
    CHECK(smooth.width == 31);
    CHECK(smooth.pixels != mended.pixels);
    const common::Image middle = mends.picture(
        {"--filters", "median", "--radius", "2", "--input", in}, {"median: C++"}, environment);
    for (int c = 0; c < 3; ++c) { // each channel has its own
      common::Image channel{31, 17, 1, {}};
      for (std::size_t k = 0; k < image.pixels.size(); k += 4)
        channel.pixels.push_back(image.pixels[k + static_cast<std::size_t>(c)]);
      const std::vector<std::uint8_t> want = filters::median_on_host(channel, 2);
      int wrong = 0;
      for (std::size_t k = 0; k < want.size(); ++k)
        wrong += middle.pixels[4 * k + static_cast<std::size_t>(c)] != want[k] ? 1 : 0;
      CHECK(wrong == 0);
    }
    // A filter of the chain gets what the one before it has made.
    const std::string between = (directory.path / "between.png").string();
    common::save_image(between, middle);
    CHECK(
        mends.picture({"--filters", "median,snn", "--radius", "2", "--input", in}, {}, environment)
            .pixels ==
        mends.picture({"--filters", "snn", "--radius", "2", "--input", between}, {}, environment)
            .pixels);
  }
}

// With 150 and 77, red is at its limit, and floats round otherwise than doubles.
TEST_CASE("20_image_filters: the program accepts every red beside every green") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image{256, 256, 4, {}};
  for (int green = 0; green < 256; ++green)
    for (int red = 0; red < 256; ++red)
      for (const int value : {red, green, 0, 255})
        image.pixels.push_back(static_cast<std::uint8_t>(value));
  common::save_image(in, image);
  for (const char* threshold : {"0.4", "0.41", "0.5"})
    mends.picture({"--filters", "red-eye", "--threshold", threshold, "--input", in},
                  {"verified: every pixel"});
}

TEST_CASE("20_image_filters: the program notices a wrong kernel" * tests::long_tier) {
  mends.notices({
      {"filters.cl", "0.5133333f * pixel.x", "0.6f * pixel.x", "", "red-eye: row"},
      {"filters.cl", "min(y + v, height - 1)", "min(y + v, height - 2)", "", "snn: row"},
      {"filters.cl", "best = nearer(centre, best, below[left]);", "", "", "snn: row"},
      {"filters.cl", "(sum + count / 2) / count", "sum / count", "", "snn: row"},
  });
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"smaller <= half_of_them", "smaller < half_of_them"}, {"bit = 128", "bit = 64"}}) {
    const std::string file = "20_image_filters/filters.cl";
    std::string source = common::read_text(common::find_kernel(file));
    REQUIRE(source.find(from) != std::string::npos);
    const tests::TemporaryDirectory directory;
    directory.write(file, source.replace(source.find(from), from.size(), to));
    const std::string output = (directory.path / "out.png").string();
    const auto result = mends.run({"--quick", "--filters", "median", "--output", output},
                                  {{"OCL_KERNEL_PATH", directory.path.string()}});
    INFO(result.output);
    CHECK(result.exit_code == 1);
    CHECK(tests::contains(result.output, "median: row"));
  }
}
