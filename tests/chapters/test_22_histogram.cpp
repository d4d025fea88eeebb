// Chapter 22: every step of the ladders against the references, the references against values worked out by hand, and wrong
// kernels. The program of the lesson comes last.

#include "chapters/22_histogram/lab/problem.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "common/verify.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using hist::Task;
using tests::contains;

const tests::Lab lab("22_histogram");

const std::vector<Task>& tasks() {
  static const std::vector<Task> all{
      {"histogram", "rgba"},  {"histogram", "u8"},
      {"histogram", "float"}, {"equalize", "u8"},
      {"threshold", "u8"},    {"threshold", "u8", "two-peaks", "ridler"},
      {"adaptive", "u8"},     {"adaptive", "u8", "photo", "ridler"}};
  return all;
}

std::string describe(const Task& task) {
  return fmt::format("{} {} {} {} {} bins", task.problem, task.format, task.data, task.method,
                     task.bins);
}

/// Runs all steps; how many have run.
std::size_t verify_steps(const Task& task, int width, int height) {
  const harness::Session session = tests::new_session();
  hist::Histogram problem(task, width, height, 7);
  problem.upload(session);
  return tests::check_steps(problem, session, describe(task)).size();
}

hist::Bins bins_with(const std::vector<std::pair<int, std::uint32_t>>& counts) {
  hist::Bins bins{};
  for (const auto& [bin, count] : counts)
    bins[static_cast<std::size_t>(bin)] = count;
  return bins;
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  std::vector<Ladder> all;
  for (Task task : tasks()) {
    const std::string name = describe(task);
    task.data = task.data == "photo" ? "random" : task.data; // else all of a corner may be white
    all.push_back({name,
                   making<hist::Histogram>(task, 83, 71, 7U),
                   {making<hist::Histogram>(task, 4096, 4096, 1U)},
                   {hist::Histogram(task, 83, 71, 7).steps().front().id}});
  }
  return all;
}

TEST_CASE("22_histogram: tables and thresholds, on histograms done by hand") {
  // Eight pixels: 2 of the darkest, and 6 others that share 255 steps.
  const auto table = hist::equalizing_table(bins_with({{10, 2}, {20, 3}, {200, 1}, {250, 2}}));
  CHECK(table[9] == 0);
  CHECK(table[10] == 0);
  CHECK(table[20] == 128); // 255 * 3 / 6, rounded
  CHECK(table[199] == 128);
  CHECK(table[200] == 170);
  CHECK(table[250] == 255);
  CHECK(hist::equalizing_table(bins_with({{77, 5}}))[77] == 77); // one value: it stays
  CHECK(hist::equalizing_table({})[3] == 3);

  const hist::Bins two = bins_with({{10, 3}, {20, 1}, {100, 2}, {110, 2}});
  CHECK(hist::classes_apart(two, 20) == doctest::Approx(0.25 * 92.5 * 92.5));
  CHECK(hist::classes_apart(two, 9) == 0);
  CHECK(hist::otsu(two) == 20);
  CHECK(hist::otsu(bins_with({{7, 9}})) == 0);
  // From the mean, 58: means 12.5 and 105, middle 58.75.
  int rounds = 0;
  CHECK(hist::ridler_calvard(two, &rounds) == 58);
  CHECK(rounds <= 1);
  CHECK(hist::ridler_calvard(bins_with({{7, 9}})) == 7); // one class is empty: no division by 0
  CHECK(hist::ridler_calvard(bins_with({{0, 1000}, {1, 10}, {200, 1}}), &rounds) == 100);
  CHECK(rounds >= 2);
  CHECK(hist::ridler_calvard({}) == 0);
  CHECK(hist::block_threshold(bins_with({{100, 50}, {110, 50}}), "otsu") ==
        50); // noise of one class
  CHECK(hist::block_threshold(two, "otsu") == 20);
}

TEST_CASE("22_histogram: the bone has the threshold, the area and the mean that page 4 states") {
  const common::Image bone = common::load_image(common::find_data("images/two_peaks_512.png"));
  hist::Bins bins{};
  for (const std::uint8_t value : bone.pixels)
    ++bins[value];
  CHECK(hist::otsu(bins) == 91);
  CHECK(hist::ridler_calvard(bins) == 91);
  double area = 0, sum = 0;
  for (int b = 92; b < 256; ++b) {
    area += bins[static_cast<std::size_t>(b)];
    sum += double{1} * b * bins[static_cast<std::size_t>(b)];
  }
  CHECK(bone.pixels.size() == 262144);
  CHECK(area == 65198);
  CHECK(std::lround(sum / area) == 154);
}

TEST_CASE(
    "22_histogram: adaptive thresholds lie between those of blocks, also where light is uneven") {
  // Columns of ink on paper whose brightness rises from left to right: ink at the right is brighter than paper at the left.
  const int width = 4 * hist::block_side, height = 2 * hist::block_side;
  std::vector<std::uint8_t> page;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int light = 60 + 180 * x / width;
      page.push_back(static_cast<std::uint8_t>(x % 8 == 3 ? light / 3 : light));
    }
  CHECK(page[width - 5] > page[0]); // that ink, this paper
  for (const char* method : {"otsu", "ridler"}) {
    const std::vector<std::uint8_t> output = hist::adaptive(page.data(), width, height, method);
    for (std::size_t i = 0; i < output.size(); ++i)
      REQUIRE(output[i] == (i % 8 == 3 ? 0 : 255));
  }
}

TEST_CASE("22_histogram: a wrong output is noticed") {
  const harness::Session session = tests::new_session();
  for (Task task : tasks()) {
    task.data = "random"; // else all of a corner may be white
    INFO(describe(task));
    hist::Histogram problem(task, 70, 41, 7);
    problem.upload(session);
    std::vector<std::byte> output(problem.output_bytes());
    CHECK_FALSE(problem.check(output).passed());
    std::fill(output.begin(), output.end(), std::byte{0xFF});
    CHECK_FALSE(problem.check(output).passed());
  }
}

TEST_CASE("22_histogram: the data sets are what they say") {
  const harness::Session session = tests::new_session();
  for (const std::string& data : hist::data_sets()) {
    CAPTURE(data);
    hist::Histogram problem({"histogram", "u8", data}, 512, 513, 7);
    problem.upload(session);
    std::vector<int> counts(256);
    for (const std::uint8_t value : problem.picture)
      ++counts[value];
    const auto values = std::count_if(counts.begin(), counts.end(), [](int n) { return n > 0; });
    CHECK((values == 1) == (data == "constant"));
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    CHECK((*most < 2 * *least) == (data == "random"));
    if (data == "two-peaks") // most of the pixels, and few in the valley
      CHECK(std::accumulate(counts.begin() + 64, counts.begin() + 112, 0) < 512 * 513 / 20);
  }
}

TEST_CASE("22_histogram: counters of 16 bits are emptied before they overflow") {
  const harness::Session session = tests::new_session();
  // All pixels of one value, and more of them for each lane than a counter holds.
  const auto units = session.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (units > 16)
    SKIP_TEST("this device spreads a small picture over too many lanes");
  hist::Histogram problem({"histogram", "rgba", "constant"}, 1024, 160 * static_cast<int>(units),
                          7);
  problem.upload(session);
  for (const harness::Step& step : problem.steps())
    if (step.id == "v13" || step.id == "v14") {
      harness::Values values = step.presets.back(); // one work-item a group
      CAPTURE(step.id);
      CHECK(values.at("GROUP") == 1);
      CHECK(harness::verify_step(problem, harness::prepare_step(problem, step, session, values),
                                 session) == "");
      values["ROUNDS"] *= 2;
      CHECK(contains(step.obstacle(session.device, values), "overflow"));
    }
}

TEST_CASE("22_histogram: every step with every data set, size and number of bins" *
          tests::long_tier) {
  const tests::Unoptimised quickly;
  for (Task task : tasks())
    for (const std::string& data : hist::data_sets()) {
      task.data = data;
      for (const auto& [width, height] :
           std::vector<std::pair<int, int>>{{1, 1}, {1, 31}, {257, 3}, {129, 130}})
        CHECK(verify_steps(task, width, height) > 0);
    }
  for (const int bins : {1, 2, 1000, 8192})
    CHECK(verify_steps({"histogram", "float", "photo", "otsu", bins}, 301, 203) > 0);
}

TEST_CASE("22_histogram: the ladders under PoCL's other way of making work-groups, and with groups "
          "of one" *
          tests::long_tier) {
  for (const Task& task : tasks())
    for (const tests::Environment& environment :
         {tests::Environment{{"POCL_WORK_GROUP_METHOD", "loops"}},
          tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}}}) {
      const auto run = lab.run({"--check", "--problem", task.problem, "--format", task.format,
                                "--data", task.data, "--method", task.method, "--size", "83x71"},
                               environment);
      INFO(describe(task), "\n", run.output);
      CHECK(run.exit_code == 0);
    }
}

TEST_CASE("22_histogram: the peers agree with the reference") {
  const harness::Session session = tests::new_session();
  for (const Task& task : tasks()) {
    hist::Histogram problem(task, 300, 201, 3);
    problem.upload(session);
    for (const harness::Peer& peer : problem.peers(session)) {
      INFO(peer.name, ": ", describe(task));
      if (!peer.missing.empty())
        continue;
      CHECK(peer.run() >= 0.0);
      CHECK((peer.check ? peer.check(peer.output()) : problem.check(peer.output())).passed());
    }
  }
}

TEST_CASE("22_histogram: --film says how many pictures a second pass through a step") {
  const tests::TemporaryDirectory directory;
  const std::string json = (directory.path / "film.json").string();
  const auto run = lab.run(
      {"--film", "--problem", "equalize", "--size", "83x71", "--step", "e3,c7", "--json", json});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  const nlohmann::json rows = harness::read_json(json).at("rows");
  const bool cpu = common::pick_device().getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  REQUIRE(rows.size() == (cpu ? 2 : 1)); // c7 is for CPUs
  for (const auto& row : rows) {
    CHECK(row.at("all_ms").get<double>() >= row.at("device_ms").get<double>());
    CHECK(row.at("frames").get<double>() == doctest::Approx(1000 / row.at("all_ms").get<double>()));
  }
}

TEST_CASE("22_histogram: records are drawn, against the side and against what is in the picture") {
  if (!harness::can_plot())
    SKIP_TEST("gnuplot is missing");
  const tests::TemporaryDirectory directory;
  std::vector<std::string> files;
  for (const std::string picture : {"random", "constant"}) {
    files.push_back((directory.path / (picture + ".json")).string());
    nlohmann::json rows = nlohmann::json::array();
    for (const std::string step : {"g3", "g9"})
      if (step == "g3" || picture == "random") // g9 was not measured with all pictures
        rows.push_back({{"step", step},
                        {"name", "made_up"},
                        {"status", "verified"},
                        {"size", "512x512"},
                        {"median_ms", 2.0},
                        {"gbps", 1000.0}});
    harness::write_json(files.back(), {{"device", {{"name", "made up"}}},
                                       {"command", "lab --data " + picture + " --size 512"},
                                       {"rows", rows},
                                       {"peers", {{{"name", "CUB"}, {"gbps", 900.0}}}}});
  }
  const std::string svg = (directory.path / "plot.svg").string();
  CHECK(lab.run({"--plot-data", files[0], files[1], svg}).exit_code == 0);
  const std::string bars = common::read_text(svg);
  for (const char* word : {"random", "constant", "g3", "CUB"})
    CHECK(contains(bars, word));
  CHECK_FALSE(contains(bars, "g9"));
  CHECK(lab.run({"--plot", files[0], svg}).exit_code == 0);
  CHECK(contains(common::read_text(svg), "40 pictures a second"));
}

TEST_CASE("22_histogram: options that do not go together are refused") {
  const auto refused = [](const tests::Words& arguments, const std::string& says) {
    const auto run = lab.run(arguments);
    INFO(run.output);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.output, says));
  };
  refused({"--check", "--problem", "equalize", "--format", "rgba"}, "grey pixels");
  refused({"--check", "--bins", "100"}, "--format float");
  refused({"--check", "--format", "float", "--bins", "8193"}, "8192");
  refused({"--check", "--size", "65536x65536"}, "2^32");
}

TEST_CASE("22_histogram: wrong kernels are noticed" * tests::long_tier) {
  struct Wrong {
    std::string options, step, file, from, to;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
           {"rgba", "v7", "v7_side_by_side.cl", "first + k * GROUP < pixels",
            "first + k * GROUP + 1 < pixels"},
           {"rgba", "v8", "sum.clh", "g < groups", "g < groups - 1"},
           {"rgba", "v10", "walk.clh", "v < n; v += GROUP", "v + 1 < n; v += GROUP"},
           {"rgba", "v10", "walk.clh", "i < pixels % ELEMENTS", "i + 1 < pixels % ELEMENTS"},
           {"rgba", "v12", "v12_lanes.cl", "(copy + b) % COPIES", "(copy + b) % (COPIES - 1)"},
           {"rgba", "v13", "packed.clh", "bin % 2 * 16", "bin % 2 * 15"},
           {"rgba", "v14", "last_group.clh", "get_num_groups(0) - 1", "get_num_groups(0) - 2"},
           {"rgba", "c2", "c2_cpu_tables.cl", "pixels % 2 == 1", "pixels % 2 == 2"},
           {"u8", "g3", "four.clh", "word >> 24", "word >> 25"},
           {"u8", "g6", "last_group.clh", "atomic_add(total, -all)", "atomic_add(total, 1 - all)"},
           {"u8", "c4", "c4_cpu_tables.cl", "i = n * 8; i < pixels", "i = n * 8 + 1; i < pixels"},
           {"float", "f2", "range.clh", "bits >> 31 ? ~bits : bits | 0x80000000", "bits"},
           {"float", "f3", "range.clh", ", bins - 1)", ", bins)"},
           {"float", "f4", "f4_lanes.cl", "(copy + b) % COPIES", "(copy + b) % (COPIES - 1)"},
           {"float", "c8", "c8_cpu_floats.cl", "values[i + t]", "values[i]"},
           {"equalize", "c7", "c7_cpu_pair_counts.cl", "bytes[high] += row", "bytes[high] = row"},
           {"equalize", "e1", "table.clh", "below - darkest", "below"},
           {"threshold", "t2", "one_group.clh", "values[256 + b] = values[b] +",
            "values[256 + b] ="},
           {"adaptive", "a1", "between.clh", "2 * x + 1 - SIDE", "2 * x + 1"},
           {"adaptive", "a2", "a2_one_group.cl", "(ulong)b * counts[b]", "(ulong)counts[b]"}}) {
    CAPTURE(wrong.file);
    CAPTURE(wrong.to);
    const bool counts =
        std::count(hist::formats().begin(), hist::formats().end(), wrong.options) > 0;
    const auto run = lab.run_changed(wrong.file, wrong.from, wrong.to,
                                     {"--check", counts ? "--format" : "--problem", wrong.options,
                                      "--step", wrong.step, "--size", "1023x65"});
    INFO(run.output);
    CHECK(run.exit_code == 1);
  }
}

// ---- the program of the lesson ----

namespace {
const tests::Program equalises("22_histogram");

// 256 columns: in the drawing, each is one level. Grey, and darker than 60.
common::Image dark_picture() {
  common::Image image{256, 64, 1, {}};
  for (const float value : common::random_floats(256 * 64, 7, 0.0F, 60.0F))
    image.pixels.push_back(static_cast<std::uint8_t>(value));
  return image;
}

const std::uint8_t* pixel_of(const common::Image& sheet, int x, int y) {
  return &sheet.pixels[static_cast<std::size_t>((y * sheet.width + x) * sheet.channels)];
}
} // namespace

TEST_CASE("22_histogram: the program equalises a picture, and draws its histogram") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  const common::Image dark = dark_picture();
  common::save_image(in, dark);
  std::vector<int> counts(256);
  for (const std::uint8_t value : dark.pixels)
    ++counts[value];
  const int largest = *std::max_element(counts.begin(), counts.end());
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image sheet = equalises.picture(
        {"--input", in},
        {"verified: every count", "half of the pixels have a brightness of at most", "counts: C++"},
        environment);
    REQUIRE(sheet.width == 2 * 256);
    REQUIRE(sheet.height == 64 + 32);
    for (const int i : {0, 1, 255, 256, 5000, 64 * 256 - 1}) {
      const int value = dark.pixels[static_cast<std::size_t>(i)];
      CHECK(*pixel_of(sheet, i % 256, i / 256) == value);
      const double darker = std::accumulate(counts.begin(), counts.begin() + value + 1, 0.0);
      const double place = 255 * (darker - counts[0]) / (64 * 256 - counts[0]);
      CHECK(*pixel_of(sheet, 256 + i % 256, i / 256) == std::lround(place));
    }
    for (int level = 0; level < 256; ++level) {
      int blue = 0, orange = 0;
      for (int y = 64; y < 94; ++y) { // above the strip of grey levels
        blue += pixel_of(sheet, level, y)[1] == 99 ? 1 : 0;
        orange += pixel_of(sheet, level, y)[1] == 88 ? 1 : 0;
      }
      const int bar = (counts[static_cast<std::size_t>(level)] * 30 + largest - 1) / largest;
      CHECK(blue <= bar);
      CHECK(blue + orange >= bar);
      CHECK(orange > 0);
      CHECK(*pixel_of(sheet, level, 95) == level); // the grey levels along the bottom
    }
  }
}

TEST_CASE("22_histogram: a limit of 1 stretches the levels evenly, and one level stays as it is") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image = dark_picture();
  common::save_image(in, image);
  const common::Image stretched = equalises.picture({"--input", in, "--limit", "1"});
  for (int x = 0; x < 256; ++x)
    CHECK(*pixel_of(stretched, 256 + x, 9) == std::lround(255.0 * *pixel_of(stretched, x, 9) / 59));
  image = {3, 5, 3, std::vector<std::uint8_t>(45, 77)};
  common::save_image(in, image);
  const common::Image same = equalises.picture({"--input", in});
  CHECK(*pixel_of(same, 5, 4) == 77);
}

TEST_CASE("22_histogram: the program notices a wrong kernel" * tests::long_tier) {
  equalises.notices({
      {"equalize.cl", "183u * pixel.y", "182u * pixel.y", "", "were counted"},
      {"equalize.cl", "i += get_global_size(0)", "i += get_global_size(0) + 1", "", "were counted"},
      {"equalize.cl", "atomic_add(&counts[level], mine[level])", "counts[level] = mine[level]", "",
       "were counted"},
      {"equalize.cl", "reach < LEVELS;", "reach < LEVELS / 8;", "", "the table is wrong"},
      {"equalize.cl", "(all - first) / 2", "0", "", "the table is wrong"},
      {"equalize.cl", "table[old.y]", "table[old.x]", "", "through the table"},
  });
}
