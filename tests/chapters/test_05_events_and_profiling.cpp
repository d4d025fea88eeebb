// Chapter 5: the program's claims about states, times, callbacks and user events hold, and its
// mistakes show themselves.

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

using Json = nlohmann::json;
using tests::contains;

namespace {

const std::string chapter = "05_events_and_profiling";

Json results_of(std::vector<std::string> arguments, const tests::Environment& environment = {}) {
  const tests::TemporaryDirectory directory;
  const tests::fs::path file = directory.path / "events.json";
  arguments.insert(arguments.end(), {"--quick", "--json", file.string()});
  const auto result = tests::run_chapter(chapter, arguments, {120, environment, {}});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  return tests::json_from(file);
}

// The program skips what a simulator cannot do; the tests of those parts end then.
bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

TEST_CASE("05: the states are passed in order, and a gate holds a command back") {
  const Json states = results_of({"--only", "states"}).at("states");
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
  const Json rows = results_of({"--only", "times"}).at("times").at("rows");
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
  const Json callbacks = results_of({"--only", "callbacks"}).at("callbacks");
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
  const Json failure = results_of({"--only", "failure"}).at("failure");
  if (skipped(failure))
    SKIP_TEST("no user events here");
  CHECK(failure.at("gate") == -42);
  CHECK(failure.at("first") < 0);
  CHECK(failure.at("second") < 0);
  CHECK(failure.at("wait") == "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST");
}

TEST_CASE("05: the full program verifies itself, also with work-groups of one work-item") {
  for (const tests::Environment& environment :
       {tests::Environment{}, tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}}}) {
    const Json json = results_of({}, environment);
    CHECK(json.at("chapter") == chapter);
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

TEST_CASE("05: a wrong kernel does not pass") {
  const tests::TemporaryDirectory directory;
  std::string source =
      common::read_text(tests::fs::path(SOURCE_ROOT) / "kernels" / chapter / "multiply.cl");
  const std::string right = "if (i < n)";
  REQUIRE(contains(source, right));
  source.replace(source.find(right), right.size(),
                 "if (i < n && i != 7)"); // one number is left out
  directory.write(chapter + "/multiply.cl", source);
  const auto result = tests::run_chapter(chapter, {"--quick", "--only", "host-step"},
                                         {120, {{"OCL_KERNEL_PATH", directory.path.string()}}, {}});
  CAPTURE(result.output);
  if (contains(result.output, "skipped"))
    SKIP_TEST("no user events here");
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "(1 wrong)"));
}

TEST_CASE("05: the mistakes show themselves, or the program says that they do not here") {
  struct Demo {
    std::string name;
    std::string shows;
    bool always; ///< the specification leaves no choice
  };
  for (const Demo& demo : {Demo{"no-wait", "the stopwatch says", false},
                           Demo{"too-early", "CL_PROFILING_INFO_NOT_AVAILABLE", false},
                           Demo{"no-profiling", "CL_PROFILING_INFO_NOT_AVAILABLE", true},
                           Demo{"forgotten-gate", "is still CL_", true},
                           Demo{"waiting-callback", "child process", false},
                           Demo{"late-waiter", "child process", false}}) {
    CAPTURE(demo.name);
    const auto result = tests::run_chapter(chapter, {"--demo", demo.name});
    CAPTURE(result.output);
    CHECK((result.exit_code == 0 || (result.exit_code == 77 && !demo.always)));
    CHECK(contains(result.output, "The mistake: "));
    CHECK(contains(result.output, "What to learn: ") == (result.exit_code == 0));
    if (result.exit_code == 0)
      CHECK(contains(result.output, demo.shows));
  }
}

TEST_CASE("05: nonsense on the command line, and no platform") {
  CHECK(tests::run_chapter(chapter, {"--only", "nonsense"}).exit_code == 2);
  CHECK(tests::run_chapter(chapter, {"--demo", "nonsense"}).exit_code == 2);
  CHECK(tests::run_chapter(chapter, {"--device", "no such device"}).exit_code == 1);
  const auto none =
      tests::run_chapter(chapter, {"--quick"}, {120, tests::Unplugged().environment, {}});
  CHECK(none.exit_code == 1);
  CHECK(contains(none.output, "error: no OpenCL platform was found"));
}
