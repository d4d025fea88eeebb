// Chapter 6: the stars are where they belong and the timeline below them shows the order that the wait lists ask for;
// what the laboratory says about waiting holds on this device, and wrong programs show that they are wrong.

#include "common/draw.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/chapter.hpp"

#include <random>

using common::Image;
using tests::contains;
using tests::Json;
using tests::Shows;

namespace {

const tests::Program program("06_synchronization");
const tests::Lab chapter("06_synchronization");

// A dark picture with a few lights, different in both directions.
Image some_lights(int width, int height) {
  Image image{width, height, 3, {}};
  std::mt19937 random(7);
  for (int i = 0; i < 3 * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(random() % 160));
  for (int light = 0; light < 1 + width * height / 200; ++light) {
    const std::size_t at = random() % (static_cast<std::size_t>(width) * height);
    for (std::size_t c = 0; c < 3; ++c)
      image.pixels[3 * at + c] = static_cast<std::uint8_t>(200 + random() % 56);
  }
  return image;
}

// How bright a pixel has to become: the light of each pixel of its row and column, faded once for each step of the way.
int starry(const Image& image, int x, int y, int colour) {
  const auto green = [&](int column, int row) -> int {
    column = std::clamp(column, 0, image.width - 1);
    row = std::clamp(row, 0, image.height - 1);
    return image.pixels[3 * (std::size_t(row) * image.width + column) + 1];
  };
  const auto light = [&](int column, int row) -> std::int64_t {
    const int above = green(column, row) - 64;
    if (above <= green(column - 16, row) || above <= green(column + 16, row) ||
        above <= green(column, row - 16) || above <= green(column, row + 16))
      return 0;
    const int around = std::max({green(column - 16, row), green(column + 16, row),
                                 green(column, row - 16), green(column, row + 16)});
    return 256 * std::min(255, 4 * (above - around));
  };
  const auto faded = [&](std::int64_t glow, int steps) {
    for (; steps > 0; --steps)
      glow = glow * (246 - 4 * colour) / 256;
    return glow;
  };
  std::int64_t glow = 0;
  for (int column = 0; column < image.width; ++column)
    glow = std::max(glow, faded(light(column, y), std::abs(column - x)));
  for (int row = 0; row < image.height; ++row)
    glow = std::max(glow, faded(light(x, row), std::abs(row - y)));
  const int before = image.pixels[3 * (std::size_t(y) * image.width + x) + colour];
  return static_cast<int>(std::min<std::int64_t>(255, before * 5 / 8 + glow / 256));
}

// The bar of a command in the timeline below a picture: the columns from and to which its colour goes.
struct Bar {
  int from = -1;
  int to = -1;
};
Bar bar_of(const Image& image, int picture_height, std::size_t command) {
  Bar bar;
  const int y = picture_height + 8 + 24 * static_cast<int>(command) + 1;
  const common::Colour colour = common::palette[command];
  for (int x = 100; x < image.width; ++x) {
    const std::uint8_t* rgb = &image.pixels[3 * (std::size_t(y) * image.width + x)];
    if (rgb[0] != colour.red || rgb[1] != colour.green || rgb[2] != colour.blue)
      continue;
    bar.from = bar.from < 0 ? x : bar.from;
    bar.to = x;
  }
  return bar;
}

// The row of the command that begins with `name`.
Json row_of(const Json& timeline, const std::string& name) {
  for (const Json& row : timeline.at("rows"))
    if (row.at("command").get<std::string>().rfind(name, 0) == 0)
      return row;
  FAIL("no command " << name);
  return {};
}

} // namespace

TEST_CASE("06: the program draws a star around each light of any picture, in all kinds of queues") {
  const tests::TemporaryDirectory directory;
  const std::string input = (directory.path / "lights.png").string();
  for (const auto& each : {std::pair{37, 53}, {1, 1}, {1, 40}, {601, 3}}) {
    const int width = each.first, height = each.second;
    CAPTURE(width);
    const Image picture = some_lights(width, height);
    common::save_image(input, picture);
    for (const tests::Words& queues : {tests::Words{}, {"--queues", "1"}, {"--queues", "2"}}) {
      tests::Words arguments{"--quick", "--input", input};
      arguments.insert(arguments.end(), queues.begin(), queues.end());
      const Image result = program.picture(arguments, {"verified"});
      REQUIRE(result.width == width);
      REQUIRE(result.height > height);
      int wrong = 0;
      for (int i = 0; i < 3 * width * height; ++i)
        wrong += result.pixels[i] != starry(picture, i / 3 % width, i / 3 / width, i % 3);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("06: the program runs with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const Image result = program.picture({"--quick"}, {"verified", "rows: C++ "}, environment);
    const Image input = common::load_image(common::find_data("images/scene_512.png"), 3);
    for (const auto& [x, y] : {std::pair{0, 0}, {511, 511}, {153, 255}, {397, 140}, {420, 30}})
      for (int colour = 0; colour < 3; ++colour)
        CHECK(result.pixels[3 * (512 * y + x) + colour] == starry(input, x, y, colour));
  }
}

TEST_CASE("06: the timeline shows the order that the wait lists ask for") {
  for (const tests::Words& arguments :
       {tests::Words{}, tests::Words{"--queues", "1"}, tests::Words{"--queues", "2"}}) {
    const Image image = program.picture(arguments);
    REQUIRE(image.height == 512 + 128);
    std::vector<Bar> bars;
    for (std::size_t command = 0; command < 5; ++command) {
      bars.push_back(bar_of(image, 512, command));
      REQUIRE(bars.back().from >= 100);
    }
    constexpr int width = 2; // each bar is drawn two pixels wider than the time is long
    for (const std::size_t filter : {1, 2}) {
      CHECK(bars[filter].from + width >= bars[0].to);
      CHECK(bars[3].from + width >= bars[filter].to);
    }
    CHECK(bars[4].from + width >= bars[3].to);
    CHECK(bars[4].to > image.width - 20); // the last command ends where the timeline does
    if (arguments.size() == 2 && arguments[1] == "1")
      CHECK(bars[2].from + width >= bars[1].to); // one queue in order: one at a time
  }
}

TEST_CASE("06: the program notices wrong kernels" * tests::long_tier) {
  program.notices(
      {{"star_lights.cl", "(row + 1) * width; i--", "(row + 1) * width - 40; i--", "",
        "differs from the host's"},
       {"star_lights.cl", "max(across[i], down[i])", "down[i]", "", "differs from the host's"},
       {"star_lights.cl", "min(16, row)", "min(15, row)", "", "differs from the host's"},
       {"star_lights.cl", "246 - 4", "247 - 4", "", "differs from the host's"}});
}

TEST_CASE("06: bad input to the program") {
  program.refuses({{{"--queues", "3"}, 2, "--queues"}});
}

TEST_CASE("06: the smallest example") {
  const auto result = tests::run_program("06_synchronization_smallest", {});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "1000 numbers, and each is 7"));
}

TEST_CASE("06: a blocking read has the result when it returns") {
  const Json rows = chapter.experiment("blocking").at("rows");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("blocking") == "CL_TRUE");
  CHECK(rows[0].at("seen") == "the result");
  CHECK(rows[0].at("state") == "CL_COMPLETE");
  CHECK(rows[1].at("blocking") == "CL_FALSE");
}

TEST_CASE("06: an in-order queue runs one command after the other, other queues need not") {
  const Json timelines = chapter.experiment("queues").at("timelines");
  REQUIRE(timelines.size() >= 2);
  const Json& one = timelines[0].at("rows");
  REQUIRE(one.size() == 4);
  for (std::size_t i = 1; i < one.size(); ++i)
    CHECK(one[i].at("started_ms") >= one[i - 1].at("ended_ms"));
  CHECK(timelines[0].at("at_a_time") < 1.001);
  for (const Json& timeline : timelines) {
    CHECK(timeline.at("rows").size() == 4);
    CHECK(timeline.at("elapsed_ms") > 0.0);
  }
}

TEST_CASE("06: wait lists order a diamond in an out-of-order queue") {
  const Json diamond = chapter.experiment("diamond");
  if (diamond.at("timelines").size() < 3)
    SKIP_TEST("no out-of-order queues here");
  const Json& with = diamond.at("timelines")[1];
  CHECK(row_of(with, "B").at("started_ms") >= row_of(with, "A").at("ended_ms"));
  CHECK(row_of(with, "C").at("started_ms") >= row_of(with, "A").at("ended_ms"));
  CHECK(row_of(with, "D").at("started_ms") >= row_of(with, "B").at("ended_ms"));
  CHECK(row_of(with, "D").at("started_ms") >= row_of(with, "C").at("ended_ms"));
}

TEST_CASE("06: markers and barriers order what the lesson says") {
  const Json markers = chapter.experiment("markers");
  if (markers.contains("skipped"))
    SKIP_TEST("no out-of-order queues here");
  const Json& rows = markers.at("rows");
  REQUIRE(rows.size() == 4);
  CHECK(rows[1].at("between") == "marker");
  CHECK(rows[1].at("read_saw") == "new"); // it waits for the marker
  CHECK(rows[1].at("long_done") == true);
  CHECK(rows[3].at("between") == "barrier");
  CHECK(rows[3].at("kernel_saw") == "new"); // it waits for nothing, but stands behind the barrier
  CHECK(rows[3].at("long_done") == true);
}

TEST_CASE("06: a marker or barrier with a wait list joins two in-order queues") {
  const Json rows = chapter.experiment("join").at("rows");
  REQUIRE(rows.size() == 3);
  for (const std::size_t way : {1, 2})
    CHECK(rows[way].at("read_saw") == "new");
}

TEST_CASE("06: a read with a wait list is never too early") {
  const Json race = chapter.experiment("race");
  CHECK(race.at("rows").size() >= 4);
  for (const Json& row : race.at("rows")) {
    CHECK(row.at("trials") == 5);
    if (row.at("wait_list") == "yes")
      CHECK(row.at("stale") == 0);
  }
}

TEST_CASE(
    "06: with a delay, a missing wait is seen on a device that can run two commands at once") {
  const Json queues = chapter.results({"--quick", "--only", "queues", "--delay", "60"})
                          .at("queues")
                          .at("timelines");
  if (queues[1].at("at_a_time") < 1.3)
    SKIP_TEST("this device runs one command at a time");
  const Json rows =
      chapter.results({"--quick", "--only", "race", "--delay", "100"}).at("race").at("rows");
  for (const Json& row : rows)
    if (row.at("wait_list") == "no" && row.at("producer") == "slow")
      CHECK(row.at("stale") > 0);
}

TEST_CASE("06: the full program verifies itself, also with work-groups of one work-item") {
  for (const tests::Environment& environment :
       {tests::Environment{}, tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}},
        tests::Environment{{"POCL_MAX_PTHREAD_COUNT", "1"}}}) {
    const Json json = chapter.results({"--quick"}, environment);
    CHECK(json.at("delay_ms") == 10.0);
    for (const char* key : {"date", "command", "device", "blocking", "flush", "queues", "diamond",
                            "markers", "join", "race"})
      CHECK(json.contains(key));
  }
}

TEST_CASE("06: the timelines are drawn, one picture for each experiment that has some") {
  const tests::TemporaryDirectory directory;
  const auto result =
      chapter.run({"--quick", "--only", "queues,race", "--svg", (directory.path / "new").string()});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"new/queues.svg", "new/race.svg"});
  const std::string picture = common::read_text(directory.path / "new/queues.svg");
  CHECK(contains(picture, "<svg xmlns="));
  CHECK(contains(picture, "</svg>"));
  CHECK(contains(picture, "one in-order queue"));
  std::size_t bars = 0; // of the orange of kernels
  for (auto at = picture.find("#ffedd5"); at != std::string::npos;
       at = picture.find("#ffedd5", at + 1))
    ++bars;
  CHECK(bars % 4 == 0);
  CHECK(bars >= 8);
}

TEST_CASE("06: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({{"common/busy.cl", "3 * b[0]", "2 * b[0]", "diamond",
                    "an in-order queue needs no wait lists"}});
}

TEST_CASE("06: each mistake shows itself, or is skipped with a reason") {
  chapter.shows({{"missing-wait", "of 5 reads came too early", Shows::perhaps},
                 {"read-too-early", "and later", Shows::perhaps},
                 {"reuse", "and 2 has arrived", Shows::perhaps},
                 {"marker-for-barrier", "used the old number", Shows::perhaps},
                 {"no-flush", "still waits", Shows::perhaps},
                 {"foreign-event", "CL_INVALID_CONTEXT", Shows::perhaps},
                 {"deadlock", "the child process hung", Shows::perhaps}},
                {"--delay", "60"});
}

TEST_CASE("06: wrong usage") {
  CHECK(chapter.run({"--delay", "-5"}).exit_code == 2);
  CHECK(chapter.run({"--delay", "1e9"}).exit_code == 2);
}
