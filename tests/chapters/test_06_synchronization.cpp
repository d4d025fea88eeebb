// Chapter 6: what the lesson says about waiting holds on this device, wrong programs show that they
// are wrong, and the timelines are drawn.

#include "common/kernel_io.hpp"
#include "tests/support/chapter.hpp"

using tests::contains;
using tests::Json;
using tests::Shows;

namespace {

const tests::Lab chapter("06_synchronization");

// The row of the command that begins with `name`.
Json row_of(const Json& timeline, const std::string& name) {
  for (const Json& row : timeline.at("rows"))
    if (row.at("command").get<std::string>().rfind(name, 0) == 0)
      return row;
  FAIL("no command " << name);
  return {};
}

} // namespace

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
    for (const char* key :
         {"date", "command", "device", "blocking", "flush", "queues", "diamond", "markers", "race"})
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

TEST_CASE("06: a wrong kernel does not pass") {
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
