// Chapter 5: the timeline and the picture below it are right, the laboratory's claims about states, times, callbacks
// and user events hold, and its mistakes show themselves.

#include "tests/support/chapter.hpp"

#include "common/draw.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <random>
#include <regex>

using tests::contains;
using tests::Json;
using tests::Shows;

namespace {

const tests::Program program("05_events_and_profiling");
const tests::Lab chapter("05_events_and_profiling");

namespace fs = std::filesystem;

constexpr int head = 180; // rows of pixels above the picture

int byte_of(const common::Image& image, int x, int y, int channel) {
  return image.pixels[(static_cast<std::size_t>(y) * image.width + x) * image.channels + channel];
}

bool has_colour(const common::Image& image, int x, int y, common::Colour colour) {
  return byte_of(image, x, y, 0) == colour.red && byte_of(image, x, y, 1) == colour.green &&
         byte_of(image, x, y, 2) == colour.blue;
}

// Is the lower part the picture as the wind has left it?
void check_wind(const common::Image& drawn, const common::Image& picture, int reach) {
  REQUIRE(drawn.width == std::max(picture.width, 512));
  REQUIRE(drawn.height == head + picture.height);
  int wrong = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < drawn.width; ++x)
      for (int c = 0; c < 3; ++c) {
        int want = 255; // white beside a narrow picture
        if (x < picture.width) {
          want = 0;
          for (int i = x; i <= x + reach; ++i)
            want += byte_of(picture, std::min(i, picture.width - 1), y, c);
          want /= reach + 1;
        }
        wrong += byte_of(drawn, x, head + y, c) != want;
      }
  CHECK(wrong == 0);
}

// Do the bars of the three commands follow each other, from the left end to the right?
void check_bars(const common::Image& drawn) {
  const common::Colour running = common::palette[0];
  int previous_end = 90;
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const int y = 50 + 40 * i + 14;
    int first = -1, last = -1;
    for (int x = 90; x < drawn.width; ++x) {
      CHECK((has_colour(drawn, x, y, running) || has_colour(drawn, x, y, common::pale) ||
             has_colour(drawn, x, y, common::palette[1]) ||
             has_colour(drawn, x, y, common::white)));
      if (has_colour(drawn, x, y, running)) {
        first = first < 0 ? x : first;
        last = x;
      }
    }
    REQUIRE(first >= 0);
    CHECK(first >= previous_end - 1); // a bar is at least one pixel wide
    for (int x = first; x <= last; ++x)
      CHECK(has_colour(drawn, x, y, running)); // without a gap
    previous_end = last;
  }
  CHECK(!has_colour(drawn, 90, 64, common::white)); // the first command is queued at the left end
  CHECK(previous_end == drawn.width - 10);          // and the last one ends at the right end
}

// The program skips what a simulator cannot do; the tests of those parts end then.
bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

TEST_CASE("05: the wind blows the picture, and the bars above it follow each other") {
  const common::Image scene = common::load_image(common::find_data("images/scene_512.png"), 3);
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image drawn =
        program.picture({"--quick"},
                        {"the host's clock: ", "write ", "kernel ", "read ", "us running",
                         "21 launches", "verified", "wind: C++ "},
                        environment);
    check_wind(drawn, scene, 10);
    check_bars(drawn);
  }
}

TEST_CASE("05: pictures of any size, and a wind of any reach") {
  struct Case {
    int width, height, reach;
  };
  for (const Case& each :
       {Case{1, 1, 0}, Case{1, 3, 7}, Case{37, 23, 100}, Case{600, 9, 3}, Case{513, 2, 0}}) {
    CAPTURE(each.width);
    const tests::TemporaryDirectory directory;
    common::Image noise{each.width, each.height, 3, {}};
    std::mt19937 random(7);
    for (int i = 0; i < 3 * each.width * each.height; ++i)
      noise.pixels.push_back(static_cast<std::uint8_t>(random() % 256));
    const fs::path file = directory.path / "noise.png";
    common::save_image(file, noise);
    const common::Image drawn =
        program.picture({"--input", file.string(), "--reach", std::to_string(each.reach)});
    check_wind(drawn, noise, each.reach);
    check_bars(drawn);
  }
}

TEST_CASE("05: the program's check notices wrong kernels") {
  program.notices(
      {{"wind.cl", "x <= column + reach", "x < column + reach", "", "is wrong"},
       {"wind.cl", "min(x, width - 1)", "min(x, width - 2)", "", "is wrong"},
       {"wind.cl", "if (column >= width", "if (column >= width - 1", "", "column 511, row 0"},
       {"wind.cl", "to[at + 2] = (uchar)(blue", "to[at + 2] = (uchar)(red", "", "is wrong"}});
}

TEST_CASE("05: bad input ends with one sentence") {
  program.refuses({{{"--reach", "-1"}, 2, "--reach"}, {{"--reach", "far"}, 2, "--reach"}});
}

TEST_CASE("05: the smallest example: the wait contains the call and the kernel's time") {
  const auto result = tests::run_program("05_events_and_profiling_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  const std::regex line(
      "the call ([0-9.]+) ms, with the wait ([0-9.]+) ms, the kernel by its event ([0-9.]+) ms");
  int lines = 0;
  for (std::sregex_iterator it(result.output.begin(), result.output.end(), line), end; it != end;
       ++it, ++lines) {
    const double call = std::stod((*it)[1]), wait = std::stod((*it)[2]),
                 event = std::stod((*it)[3]);
    CHECK(call <= wait);
    CHECK(event > 0.0);
    if (tests::on_pocl()) // where both clocks are the operating system's
      CHECK(event <= wait);
  }
  CHECK(lines == 3);
}

TEST_CASE("05: the shortest of the launches is not longer than their median") {
  const std::string output = program.run({"--quick"}).output;
  std::smatch found;
  REQUIRE(std::regex_search(
      output, found,
      std::regex("shortest ([0-9.]+) ms, median ([0-9.]+) ms, longest ([0-9.]+) ms")));
  CHECK(std::stod(found[1]) <= std::stod(found[2]));
  CHECK(std::stod(found[2]) <= std::stod(found[3]));
}

TEST_CASE("05: the states are passed in order, and a gate holds a command back") {
  const Json states = chapter.experiment("states");
  if (skipped(states))
    SKIP_TEST("no user events here");
  const std::vector<std::string> order{"CL_QUEUED", "CL_SUBMITTED", "CL_RUNNING", "CL_COMPLETE"};
  std::size_t last = 0;
  for (const Json& row : states.at("rows")) {
    const auto at = std::find(order.begin(), order.end(), row.at("state").get<std::string>());
    REQUIRE(at != order.end());
    const auto position = static_cast<std::size_t>(at - order.begin());
    CHECK(position >= last);
    last = position;
    if (row.at("when") == "enqueued" || row.at("when") == "flushed")
      CHECK(position < 2);
  }
  CHECK(last == 3);
}

TEST_CASE("05: the times of three commands in a row do not overlap") {
  const Json rows = chapter.experiment("times").at("rows");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("command") == "write");
  CHECK(rows[0].at("queued_us") == 0.0);
  double before = 0.0;
  for (const Json& row : rows) {
    CHECK(row.at("queued_us") <= row.at("submitted_us"));
    CHECK(row.at("submitted_us") <= row.at("started_us"));
    CHECK(row.at("started_us") >= before);
    CHECK(row.at("ended_us") >= row.at("started_us"));
    before = row.at("ended_us");
  }
}

TEST_CASE("05: every callback is called once, one that comes too late, at once") {
  const Json callbacks = chapter.experiment("callbacks");
  std::vector<std::string> names;
  for (const Json& row : callbacks.at("rows"))
    names.push_back(row.at("registered_for"));
  const std::vector<std::string> expected{"CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED"};
  if (callbacks.at("late_called")) {
    REQUIRE(names.size() == 4);
    CHECK(names.back() == "CL_COMPLETE, too late");
    names.pop_back();
  }
  std::sort(names.begin(), names.end());
  CHECK(names == expected);
  CHECK(callbacks.at("called_when_wait_returned") <= 3);
}

TEST_CASE("05: a failed user event fails all that waits for it") {
  const Json failure = chapter.experiment("failure");
  if (skipped(failure))
    SKIP_TEST("no user events here");
  CHECK(failure.at("gate") == -42);
  CHECK(failure.at("first") < 0);
  CHECK(failure.at("second") < 0);
  CHECK(failure.at("wait") == "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST");
}

TEST_CASE("05: the full program verifies itself, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const Json json = chapter.results({"--quick"}, environment);
    for (const char* key : {"date", "command", "device", "states", "info", "queries", "times",
                            "callbacks", "host-step", "failure", "timers", "launch-cost"})
      CHECK(json.contains(key));
    CHECK(json.at("info").at("with_copy") == json.at("info").at("holders").get<int>() + 1);
    CHECK(json.at("timers").at("observed_ns") >= 1);
    CHECK(json.at("launch-cost").at("rows").size() == 6);
    for (const Json& row : json.at("launch-cost").at("rows"))
      CHECK(row.at("us") > 0.0);
  }
}

TEST_CASE("05: a wrong kernel does not pass" * tests::long_tier) {
  if (skipped(chapter.experiment("host-step")))
    SKIP_TEST("no user events here");
  chapter.notices({{"multiply.cl", "if (i < n)", "if (i < n && i != 7)", // one number is left out
                    "host-step", "(1 wrong)"}});
}

TEST_CASE("05: each mistake shows itself, or is skipped with a reason") {
  chapter.shows({{"no-wait", "the stopwatch says", Shows::perhaps},
                 {"too-early", "CL_PROFILING_INFO_NOT_AVAILABLE", Shows::perhaps},
                 {"no-profiling", "CL_PROFILING_INFO_NOT_AVAILABLE", Shows::everywhere},
                 {"forgotten-gate", "is still CL_", Shows::everywhere},
                 {"waiting-callback", "child process", Shows::perhaps},
                 {"late-waiter", "child process", Shows::perhaps}});
}
