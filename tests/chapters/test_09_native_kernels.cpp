// Chapter 9: the queue writes a picture with four frames that shows what the automaton does; host functions are commands like others
// if the device runs them, the parts that it cannot run are skipped with the reason, and the way around works everywhere.

#include "common/device.hpp"
#include "common/image.hpp"
#include "harness/lab/device.hpp"
#include "tests/support/chapter.hpp"
#include "tools/exercise/calls.hpp"

#include "chapters/09_native_kernels/lab/lab.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <random>
#include <set>

using common::Image;
using tests::contains;
using tests::Shows;

// How many user events are open, and how many objects that are no events have been released in the meantime.
static std::atomic<int> open_gates = 0;
static std::atomic<int> released = 0;

cl_event clCreateUserEvent(cl_context context, cl_int* error) {
  ++open_gates;
  return exercise::original<decltype(&clCreateUserEvent)>("clCreateUserEvent")(context, error);
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  --open_gates;
  return exercise::original<decltype(&clSetUserEventStatus)>("clSetUserEventStatus")(event, status);
}

#define WATCH_RELEASE(function, type)                                                              \
  cl_int function(type object) {                                                                   \
    released += open_gates > 0 ? 1 : 0;                                                            \
    return exercise::original<decltype(&function)>(#function)(object);                             \
  }
WATCH_RELEASE(clReleaseCommandQueue, cl_command_queue)
WATCH_RELEASE(clReleaseContext, cl_context)
WATCH_RELEASE(clReleaseDevice, cl_device_id)
WATCH_RELEASE(clReleaseKernel, cl_kernel)
WATCH_RELEASE(clReleaseMemObject, cl_mem)
WATCH_RELEASE(clReleaseProgram, cl_program)

namespace {

const tests::Program program("09_native_kernels");
const tests::Lab chapter("09_native_kernels");

bool device_runs_functions() {
  return (common::pick_device().getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>() &
          CL_EXEC_NATIVE_KERNEL) != 0;
}

// The four frames of so many steps, computed from the rule: whoever is next to a colour is its prey if that is one less.
Image four_frames(int size, int steps, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> cells(size * size);
  for (int& cell : cells)
    cell = static_cast<int>(random() % 14);
  Image image{4 * size, 4 * size, 3, std::vector<std::uint8_t>(48 * cells.size())};
  for (int step = 0; step <= steps; ++step) {
    for (int frame = 0; frame < 4; ++frame)
      if (step == steps * frame * frame / 9)
        for (int y = 0; y < 2 * size; ++y)
          for (int x = 0; x < 2 * size; ++x)
            for (int c = 0; c < 3; ++c)
              image.pixels[3 * ((frame / 2 * 2 * size + y) * image.width + frame % 2 * 2 * size +
                                x) +
                           c] =
                  static_cast<std::uint8_t>(std::lround(
                      127.5 + 127.5 * std::cos(2.0 * M_PI *
                                               (cells[y / 2 * size + x / 2] / 14.0 - c / 3.0))));
    std::vector<int> after = cells;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) { // each cell takes its neighbours, not the other way round
        const int mine = cells[y * size + x];
        const int prey = (mine + 13) % 14;
        for (const int other : {y * size + (x + 1) % size, y * size + (x + size - 1) % size,
                                (y + 1) % size * size + x, (y + size - 1) % size * size + x})
          if (cells[other] == prey)
            after[other] = mine;
      }
    cells = after;
  }
  return image;
}

bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

TEST_CASE("09: the file shows the steps of the automaton, whoever has written it") {
  for (const auto& each : {std::pair{33, 18}, {1, 9}, {2, 11}, {70, 100}}) {
    const int size = each.first, steps = each.second;
    CAPTURE(size);
    const std::string cells = std::to_string(size), count = std::to_string(steps);
    const tests::Words arguments{"--quick", "--size", cells, "--steps", count, "--seed", "5"};
    const Image expected = four_frames(size, steps, 5);
    const Image image =
        program.picture(arguments, {"verified", "take_frame: C++ ",
                                    device_runs_functions() ? "a native kernel" : "main()"});
    CHECK(image.width == 4 * size);
    CHECK(image.pixels == expected.pixels);
    tests::Words without = arguments;
    without.push_back("--no-native");
    CHECK(program.picture(without, {"verified", "main()"}).pixels == expected.pixels);
  }
}

TEST_CASE("09: the program runs with work-groups of one work-item") {
  const Image expected = four_frames(192, 360, 42);
  for (const tests::Environment& environment : tests::any_group_size)
    CHECK(program.picture({"--quick"}, {"verified"}, environment).pixels == expected.pixels);
}

TEST_CASE("09: the program notices wrong kernels" * tests::long_tier) {
  const char* says = "the file does not hold the pictures";
  program.notices({{"cells.cl", "(mine + 1) % colours", "(mine + 1)", "", says},
                   {"cells.cl", "(x + size - 1) % size", "x > 0 ? x - 1 : 0", "", says},
                   {"cells.cl", "taken ? follower : mine", "mine", "", says}});
}

TEST_CASE("09: a function in the queue that fails says why, and bad input is refused") {
  if (!tests::fs::exists("/dev/full"))
    SKIP_TEST("this system has no /dev/full");
  const tests::TemporaryDirectory directory;
  const tests::fs::path full =
      directory.path / "film.png"; // only the function that saves finds out
  tests::fs::create_symlink("/dev/full", full);
  for (const tests::Words& extra : {tests::Words{}, tests::Words{"--no-native"}}) {
    tests::Words arguments{"--size", "8", "--steps", "9", "--output", full.string()};
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const auto result = program.run(arguments);
    CAPTURE(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "film.png"));
    CHECK(!contains(result.output, "verified"));
  }
  program.refuses({{{"--size", "0"}, 2, "--size"}, {{"--steps", "3"}, 2, "--steps"}});
}

TEST_CASE("09: the smallest example") {
  const auto result = tests::run_program("09_native_kernels_smallest", {});
  CHECK(result.exit_code == (device_runs_functions() ? 0 : 77));
  CHECK(contains(result.output, device_runs_functions() ? "3 6 9 12" : "skipped: "));
}

TEST_CASE("09: nothing but events is released while a command waits for a user event") {
  Lab lab(common::pick_device(), true, false);
  if (harness::is_simulator(lab.device))
    SKIP_TEST("user events do not work in the simulator");
  released = 0;
  CHECK(tests::output_of([&] { how_do_i_do_without(lab); }) != "");
  CHECK(tests::output_of([&] { what_does_a_host_step_cost(lab); }) != "");
  CHECK(open_gates == 0);
  CHECK(released == 0);
}

TEST_CASE("09: the function gets a copy of the record and pointers to the numbers") {
  const Json arguments = chapter.experiment("arguments");
  if (skipped(arguments))
    SKIP_TEST("no native kernels here");
  CHECK(arguments.at("count_seen") == 1000);
}

TEST_CASE("09: a host function takes its turn in an in-order queue") {
  const Json order = chapter.experiment("order");
  if (skipped(order))
    SKIP_TEST("no native kernels here");
  const Json& rows = order.at("rows");
  REQUIRE(rows.size() == 4);
  CHECK(rows[1].at("command") == "host: look up");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i].at("queued_us") >= rows[i - 1].at("queued_us"));
    CHECK(rows[i].at("started_us") >= rows[i - 1].at("ended_us"));
  }
}

TEST_CASE("09: parts in an in-order queue follow each other, others need not") {
  const Json split = chapter.experiment("split");
  if (skipped(split))
    SKIP_TEST("no native kernels here");
  const Json& in_order = split.at("timelines")[0];
  CHECK(in_order.at("at_a_time") < 1.001);
  REQUIRE(in_order.at("rows").size() == 4);
  for (std::size_t i = 1; i < 4; ++i)
    CHECK(in_order.at("rows")[i].at("started_ms") >= in_order.at("rows")[i - 1].at("ended_ms"));
  for (const Json& timeline : split.at("timelines")) {
    std::set<std::string> names;
    for (const Json& row : timeline.at("rows"))
      names.insert(row.at("name"));
    CHECK(names.size() == 4);
    CHECK(timeline.at("threads") >= 1);
    CHECK(timeline.at("threads") <= 4);
  }
}

TEST_CASE("09: a function with a wait list starts when the others have ended") {
  const Json functions = chapter.experiment("functions");
  if (skipped(functions))
    SKIP_TEST("no native kernels or no out-of-order queues here");
  const Json& rows = functions.at("rows");
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(rows[3].at("started_ms") >= rows[i].at("ended_ms"));
}

TEST_CASE("09: every block size is measured in every way") {
  const Json blocks = chapter.experiment("blocks");
  CHECK(blocks.at("loop_ms") > 0.0);
  CHECK(blocks.at("kernel_ms") > 0.0);
  REQUIRE(blocks.at("rows").size() == 3);
  for (const Json& row : blocks.at("rows")) {
    CHECK(row.at("block_size").get<std::size_t>() * row.at("blocks").get<std::size_t>() ==
          blocks.at("elements"));
    CHECK(row.at("team_ms") > 0.0);
    CHECK(row.at("each_ms") > 0.0);
    CHECK(row.contains("native_ms") != blocks.contains("native_skipped"));
  }
}

TEST_CASE("09: without native kernels the reason is given and the way around still works") {
  const Json json = chapter.results({"--quick", "--no-native"});
  for (const char* part : {"arguments", "order", "split", "functions"}) {
    REQUIRE(skipped(json.at(part)));
    CHECK(contains(json.at(part).at("skipped").get<std::string>(), "CL_EXEC_NATIVE_KERNEL"));
  }
  CHECK(json.at("blocks").contains("native_skipped"));
  for (const Json& row : json.at("blocks").at("rows"))
    CHECK_FALSE(row.contains("native_ms"));
  CHECK(json.at("without").at("elements") == 1000000);
  REQUIRE(json.at("cost").at("rows").size() == 2);
  for (const Json& row : json.at("cost").at("rows"))
    CHECK(row.at("us") > 0.0);
  const auto demo = chapter.run({"--no-native", "--demo", "no-place"});
  CHECK(demo.exit_code == 77);
}

TEST_CASE("09: the full program verifies itself, also with work-groups of one and one thread") {
  for (const tests::Environment& environment :
       {tests::Environment{}, tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}},
        tests::Environment{{"POCL_MAX_PTHREAD_COUNT", "1"}}}) {
    const Json json = chapter.results({"--quick"}, environment);
    CHECK(contains(json.at("command").get<std::string>(), chapter.name + "_lab --quick"));
    for (const char* key : {"date", "command", "device", "devices", "refusals", "arguments",
                            "order", "split", "functions", "blocks", "without", "cost"})
      CHECK(json.contains(key));
    for (const Json& row : json.at("refusals").at("rows"))
      CHECK(contains(row.at("answer").get<std::string>(), "CL_"));
  }
}

TEST_CASE("09: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices(
      {{"steps.cl", "= factor * data[i];", "= factor + data[i];", "without",
        "this should not happen"},
       {"steps.cl", "= sqrt(data[i]);", "= sqrt(data[i]) * 1.0001f;", "blocks",
        "this should not happen"},
       {"steps.cl", "= factor * data[i];", "= data[i];", "cost", "this should not happen"}});
}

TEST_CASE("09: each mistake shows itself, or is skipped with a reason") {
  if (contains(chapter.run({"--demo", "no-place"}).output, "runs no host functions"))
    SKIP_TEST("no native kernels here");
  chapter.shows({{"no-place", "handle", Shows::everywhere},
                 {"shallow-copy", "10 times 2 is 30", Shows::everywhere},
                 {"lost-updates", "the sum is 1", Shows::perhaps},
                 {"exception", "child process", Shows::everywhere},
                 {"waiting-function", "child process", Shows::perhaps},
                 {"sub-buffer", "does not point into", Shows::perhaps}});
}
