// Chapter 9: host functions are commands like others where the device runs them, the parts that it
// cannot run are skipped with the reason, and the way around works everywhere.

#include "tests/support/chapter.hpp"

#include <set>

using tests::contains;
using tests::Json;
using tests::Shows;

namespace {

const tests::Lab chapter("09_native_kernels");

bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

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
    CHECK(contains(json.at("command").get<std::string>(), chapter.name + " --quick"));
    for (const char* key : {"date", "command", "device", "devices", "refusals", "arguments",
                            "order", "split", "functions", "blocks", "without", "cost"})
      CHECK(json.contains(key));
    for (const Json& row : json.at("refusals").at("rows"))
      CHECK(contains(row.at("answer").get<std::string>(), "CL_"));
  }
}

TEST_CASE("09: a wrong kernel does not pass") {
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
