// Chapter 5: the program's claims about states, times, callbacks and user events hold, and its
// mistakes show themselves.

#include "tests/support/chapter.hpp"

#include <algorithm>

using tests::contains;
using tests::Json;
using tests::Shows;

namespace {

const tests::Lab chapter("05_events_and_profiling");

// The program skips what a simulator cannot do; the tests of those parts end then.
bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

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

TEST_CASE("05: a wrong kernel does not pass") {
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
