// Chapter 7: the kaleidoscope is right, what the lesson and the laboratory say of programs is true here, and wrong kernels are
// noticed.
//
// CTest: needs oclcc

#include "common/kernel_io.hpp"
#include "tests/support/chapter.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::TemporaryDirectory;

namespace {

const tests::Program program("07_programs");
const tests::Lab chapter("07_programs");

// A picture of noise, in which every wrong pixel shows.
common::Image noise(int width, int height) {
  common::Image image{width, height, 3, {}};
  std::mt19937 engine(7);
  for (int i = 0; i < 3 * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(engine() >> 24));
  return image;
}

// How many pixels in the upper left part of `page` are not what two mirrors at an angle of pi / points show of `in`: each place is reflected
// at the one mirror and at the other until it is between them.
int wrong_pixels(const common::Image& in, const common::Image& page, int points) {
  const double angle = std::acos(-1.0) / points;
  const auto within = [](double place, int size) {
    int cell = static_cast<int>(std::floor(place));
    while (cell < 0 || cell >= size)
      cell = cell < 0 ? -1 - cell : 2 * size - 1 - cell;
    return cell;
  };
  int wrong = 0;
  for (int row = 0; row < in.height; ++row)
    for (int column = 0; column < in.width; ++column) {
      double left = 0.5 * in.width - column - 0.5, down = row + 0.5 - 0.5 * in.height;
      for (int i = 0; i < 2 * points; ++i) {
        down = std::abs(down);
        if (std::atan2(down, left) > angle) { // reflected at the line in the direction `angle`
          const double x = left, y = down;
          left = std::cos(2 * angle) * x + std::sin(2 * angle) * y;
          down = std::sin(2 * angle) * x - std::cos(2 * angle) * y;
        }
      }
      const int x = within(0.5 * in.width - left, in.width);
      const int y = within(0.5 * in.height + down, in.height);
      for (int channel = 0; channel < 3; ++channel)
        if (page.pixels[3 * (row * page.width + column) + channel] !=
            in.pixels[3 * (y * in.width + x) + channel]) {
          ++wrong;
          break;
        }
    }
  return wrong;
}

} // namespace

TEST_CASE("07: the kaleidoscope is right, at any size, with work-groups of one work-item") {
  const auto scene =
      common::load_image(tests::fs::path(tests::source_root()) / "data/images/scene_512.png", 3);
  const common::Image page =
      program.picture({"--quick"}, {"source again", "verified", "kaleidoscope: C++ "});
  CHECK(page.width == scene.width);
  CHECK(page.height > scene.height);
  CHECK(wrong_pixels(scene, page, 6) <= 512 * 512 / 100);

  struct Case {
    int width, height, points;
  };
  const TemporaryDirectory directory;
  const auto file = directory.path / "noise.png";
  for (const Case& each : {Case{1, 1, 4}, Case{31, 57, 7}, Case{200, 3, 1}})
    for (const auto& environment : tests::any_group_size) {
      CAPTURE(each.width);
      const common::Image in = noise(each.width, each.height);
      common::save_image(file, in);
      const common::Image out =
          program.picture({"--input", file.string(), "--points", std::to_string(each.points)},
                          {"source again"}, environment);
      CHECK(wrong_pixels(in, out, each.points) <= 1 + each.width * each.height / 100);
      // The bar of the first build, below the picture: it is the longest of two.
      const std::size_t bar =
          3 *
          (static_cast<std::size_t>(each.height + 56) * static_cast<std::size_t>(out.width) + 20);
      CHECK(out.pixels[bar + 2] != 255);
      CHECK(out.pixels[bar - 6] == 255);
    }
}

TEST_CASE("07: a wrong kaleidoscope does not pass" * tests::long_tier) {
  program.notices({
      {"kaleidoscope.cl", "y = fabs(y);", "", "", "pixels are wrong"},
      {"kaleidoscope.cl", "x += 2.0f", "x += 1.0f", "", "pixels are wrong"},
      {"kaleidoscope.cl", "i < POINTS", "i < POINTS / 6", "", "pixels are wrong"},
      {"kaleidoscope.cl", "channel < 3", "channel < 2", "", "pixels are wrong"},
      {"kaleidoscope.cl", "mirrored((int)floor(0.5f * height + y), height)", "row", "",
       "pixels are wrong"},
      {"kaleidoscope.cl", "fmax(0.0f", "fmax(zero", "", "zero"}, // the compiler's words
  });
  // The scene fits, so that nothing is seen beside it; noise that is high and narrow needs the walls at its sides.
  const TemporaryDirectory directory;
  const auto in = directory.path / "in.png";
  common::save_image(in, noise(10, 99));
  directory.write("07_programs/mirrored.clh",
                  "int mirrored(int i, int n) { return clamp(i, 0, n - 1); }\n");
  const auto result =
      program.run({"--input", in.string()}, {{"OCL_KERNEL_PATH", directory.path.string()}});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "pixels are wrong"));
}

TEST_CASE("07: bad input of the program ends with a sentence") {
  program.refuses({{{"--points", "0"}, 2, "--points"}});
  const auto result = program.run({"--options", "-no-such-option"});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "CL_"));
}

TEST_CASE("07: the smallest example makes two kernels from one text") {
  const auto result = tests::run_program("07_programs_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "2 to the power of 3 is 8\n2 to the power of 10 is 1024\n"));
}

TEST_CASE("07: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"When does the compiler run?", "What do the build options change?",
                "How do several files become one program?", "When is a saved binary good?",
                "What does a cache save?"});
}

TEST_CASE("07: a program is built when it is built, and not when it is created") {
  const auto states = chapter.experiment("states");
  CHECK(states.at("nonsense") == "CL_BUILD_PROGRAM_FAILURE");
  CHECK(contains(states.at("created").get<std::string>(), "CL_BUILD_NONE"));
  CHECK(contains(states.at("built").get<std::string>(), "executable"));
  CHECK(chapter.experiment("asynchronous").at("built_ms").get<double>() > 0.0);
  CHECK(chapter.experiment("unload").at("builds_again") == true);
  const auto names = chapter.experiment("kernels").at("names").get<std::set<std::string>>();
  CHECK(names == std::set<std::string>{"roots", "count_real"});
}

TEST_CASE("07: options do what the specification demands") {
  std::map<std::string, nlohmann::json> rows;
  const auto all = chapter.experiment("options").at("rows");
  for (const auto& row : all) {
    CAPTURE(row.dump());
    CHECK(rows.emplace(row.at("option"), row).second); // no option twice
    CHECK(row.at("kept") == (row.at("promise") == "" || row.at("promise") == row.at("with")));
    if (on_pocl()) {
      CHECK(row.at("kept") == true);
      if (row.at("promise") != "" && !contains(row.at("option").get<std::string>(), "correctly"))
        CHECK(row.at("effect") == true);
    }
  }
  CHECK(rows.size() >= 11);
  CHECK(rows.at("-D LEVEL=7").at("without") == "1");
  CHECK(rows.at("-D LEVEL=7").at("with") == "7");
  // Without the permission the arithmetic of IEEE 754 holds.
  CHECK(rows.at("-cl-finite-math-only").at("without") == "1");
  CHECK(rows.at("-cl-no-signed-zeros").at("without") == "0");
  CHECK(rows.at("-cl-unsafe-math-optimizations").at("without") == "0");
}

TEST_CASE("07: the cost of options is measured on verified results") {
  const auto speed = chapter.experiment("speed");
  REQUIRE(speed.at("rows").size() >= 3);
  for (const auto& row : speed.at("rows")) {
    CHECK(row.at("median_ms").get<double>() > 0.0);
    CHECK(row.at("error").get<double>() > 0.0); // float is not double
    CHECK(row.at("error").get<double>() < 1e-3);
  }
}

TEST_CASE("07: four ways from files to a program") {
  const auto rows = chapter.experiment("files").at("rows");
  CHECK(rows.size() == 4);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    if (row.at("status") == "skipped") {
      CHECK(row.at("reason") != "");
      continue;
    }
    CHECK(row.at("status") == "verified");
    CHECK(row.at("type") == "executable");
    CHECK(row.at("bytes").get<std::size_t>() > 0);
    CHECK(contains(row.at("kernels").get<std::string>(), "roots"));
    CHECK(contains(row.at("kernels").get<std::string>(), "count_real"));
  }
}

TEST_CASE("07: a saved binary is used where it is good, and only there") {
  const std::map<std::string, std::string> expected{{"nothing saved yet", "cannot read"},
                                                    {"saved before", ""},
                                                    {"other options", "other options"},
                                                    {"the same options again", ""},
                                                    {"from another driver", "another device"},
                                                    {"one byte damaged", "damaged"},
                                                    {"half of it lost", "damaged"},
                                                    {"source edited", "cannot read"},
                                                    {"edited, saved before", ""},
                                                    {"file of another source", "other options"}};
  const auto rows = chapter.experiment("binaries").at("rows");
  CHECK(rows.size() == expected.size());
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    const std::string& reason = expected.at(row.at("case"));
    CHECK(row.at("then") == (reason.empty() ? "loaded" : "built and saved"));
    const std::string why = row.at("why");
    CHECK(why.empty() == reason.empty());
    CHECK(contains(why, reason));
  }
}

TEST_CASE("07: the other sources of programs are tried, or left out with a reason") {
  const auto others = chapter.experiment("others");
  const auto& il = others.at("il");
  CHECK((il.at("status") == "verified" || il.at("reason") != ""));
  CHECK(contains(others.at("built_in").at("invented").get<std::string>(), "CL_INVALID_VALUE"));
}

TEST_CASE("07: builds are timed with a cache of their own") {
  const auto cache = chapter.experiment("cache");
  const auto& rows = cache.at("rows");
  REQUIRE(rows.size() >= 2);
  CHECK(rows[0].at("cache") == "empty");
  CHECK(rows[1].at("cache") == "filled");
  for (const auto& row : rows)
    for (const char* time : {"build_ms", "first_launch_ms", "second_launch_ms"})
      CHECK(row.at(time).get<double>() > 0.0);
  if (on_pocl()) {
    CHECK(cache.at("cached_files").get<int>() > 0); // it was our directory that was filled
    CHECK(cache.at("changed_header_noticed") == true);
  }
}

TEST_CASE("07: nothing is left behind in the temporary directory") {
  const TemporaryDirectory directory;
  const auto result =
      chapter.run({"--quick", "--only", "binaries,cache"}, {{"TMPDIR", directory.path.string()}});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(tests::fs::is_empty(directory.path));
  const auto nowhere =
      chapter.run({"--quick", "--only", "binaries"}, {{"TMPDIR", "/no/such/place"}});
  CHECK(nowhere.exit_code == 1);
  CHECK(contains(nowhere.output, "let TMPDIR name one"));
}

TEST_CASE("07: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({
      {"discriminant.cl", "4.0f", "3.0f", "files", "roots: "},
      {"roots.cl", "c[i] / q", "c[i] * q", "files", "roots: "},
      {"roots.cl", "(float2)(NAN)", "(float2)(0.0f)", "files", "roots: "},
      {"roots.cl", ">= 0.0f", "<= 0.0f", "binaries", "count_real: "},
      {"mathematics.cl", "sin(t)", "cos(t)", "speed", "mathematics"},
      {"mathematics.cl", "sin(t)", "cos(t)", "cache", "mathematics"},
  });
}

TEST_CASE("07: each mistake shows itself, or is skipped with a reason") {
  // Without PoCL's build flags for quick tests: the optimiser is what makes the last mistake one.
  chapter.shows({{"no-header", "discriminant.clh"},
                 {"unresolved", "CL_LINK_PROGRAM_FAILURE"},
                 {"unknown-option", "CL_INVALID_BUILD_OPTIONS|CL_BUILD_PROGRAM_FAILURE"},
                 {"blank-in-path", "CL_"},
                 {"short-log", "CL_INVALID_VALUE"},
                 {"unbuilt-binary", "CL_INVALID_PROGRAM_EXECUTABLE"},
                 {"rebuild-in-use", "CL_INVALID_OPERATION"},
                 {"damaged-binary", "binaries::load_binary says: 'good.bin' is damaged"},
                 {"nan-check", "nan with it"}},
                {}, {{"POCL_EXTRA_BUILD_FLAGS", ""}});
}
