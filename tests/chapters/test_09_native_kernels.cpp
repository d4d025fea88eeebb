// Chapter 9: host functions are commands like others where the device runs them, the parts that it
// cannot run are skipped with the reason, and the way around works everywhere.

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <set>

using Json = nlohmann::json;
using tests::contains;

namespace {

const std::string chapter = "09_native_kernels";

Json results_of(std::vector<std::string> arguments, const tests::Environment& environment = {}) {
  const tests::TemporaryDirectory directory;
  const tests::fs::path file = directory.path / "results.json";
  arguments.insert(arguments.end(), {"--quick", "--json", file.string()});
  const auto result = tests::run_chapter(chapter, arguments, {120, environment, {}});
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  return tests::json_from(file);
}

bool skipped(const Json& part) {
  return part.contains("skipped");
}

} // namespace

TEST_CASE("09: the function gets a copy of the record and pointers to the numbers") {
  const Json arguments = results_of({"--only", "arguments"}).at("arguments");
  if (skipped(arguments))
    SKIP_TEST("no native kernels here");
  CHECK(arguments.at("count_seen") == 1000);
}

TEST_CASE("09: a host function takes its turn in an in-order queue") {
  const Json order = results_of({"--only", "order"}).at("order");
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
  const Json split = results_of({"--only", "split"}).at("split");
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
  const Json functions = results_of({"--only", "functions"}).at("functions");
  if (skipped(functions))
    SKIP_TEST("no native kernels or no out-of-order queues here");
  const Json& rows = functions.at("rows");
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(rows[3].at("started_ms") >= rows[i].at("ended_ms"));
}

TEST_CASE("09: every block size is measured in every way") {
  const Json blocks = results_of({"--only", "blocks"}).at("blocks");
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
  const Json json = results_of({"--no-native"});
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
  const auto demo = tests::run_chapter(chapter, {"--no-native", "--demo", "no-place"});
  CHECK(demo.exit_code == 77);
}

TEST_CASE("09: the full program verifies itself, also with work-groups of one and one thread") {
  for (const tests::Environment& environment :
       {tests::Environment{}, tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}},
        tests::Environment{{"POCL_MAX_PTHREAD_COUNT", "1"}}}) {
    const Json json = results_of({}, environment);
    CHECK(json.at("chapter") == chapter);
    CHECK(contains(json.at("command").get<std::string>(), chapter + " --quick"));
    for (const char* key : {"date", "command", "device", "devices", "refusals", "arguments",
                            "order", "split", "functions", "blocks", "without", "cost"})
      CHECK(json.contains(key));
    for (const Json& row : json.at("refusals").at("rows"))
      CHECK(contains(row.at("answer").get<std::string>(), "CL_"));
  }
}

TEST_CASE("09: a wrong kernel does not pass") {
  const tests::TemporaryDirectory directory;
  const std::string source =
      common::read_text(tests::fs::path(SOURCE_ROOT) / "kernels" / chapter / "steps.cl");
  struct Mutant {
    std::string right, wrong, only;
  };
  for (const Mutant& mutant : {Mutant{"factor * data[i]", "factor + data[i]", "without"},
                               Mutant{"sqrt(data[i])", "sqrt(data[i]) * 1.0001f", "blocks"},
                               Mutant{"factor * data[i]", "data[i]", "cost"}}) {
    std::string changed = source;
    const std::size_t at = changed.rfind(mutant.right); // the first may be in the comment
    REQUIRE(at != std::string::npos);
    changed.replace(at, mutant.right.size(), mutant.wrong);
    directory.write(chapter + "/steps.cl", changed);
    const auto result =
        tests::run_chapter(chapter, {"--quick", "--only", mutant.only},
                           {120, {{"OCL_KERNEL_PATH", directory.path.string()}}, {}});
    CAPTURE(mutant.only);
    CAPTURE(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "this should not happen"));
  }
}

TEST_CASE("09: the mistakes show themselves, or the program says that they do not here") {
  struct Demo {
    std::string name;
    std::string shows;
    bool always; ///< on every device that runs host functions
  };
  for (const Demo& demo :
       {Demo{"no-place", "handle", true}, Demo{"shallow-copy", "10 times 2 is 30", true},
        Demo{"lost-updates", "the sum is 1", false}, Demo{"exception", "child process", true},
        Demo{"waiting-function", "child process", false},
        Demo{"sub-buffer", "does not point into", false}}) {
    CAPTURE(demo.name);
    const auto result = tests::run_chapter(chapter, {"--demo", demo.name});
    CAPTURE(result.output);
    if (contains(result.output, "runs no host functions")) {
      CHECK(result.exit_code == 77);
      continue;
    }
    CHECK((result.exit_code == 0 || (result.exit_code == 77 && !demo.always)));
    CHECK(contains(result.output, "The mistake: "));
    CHECK(contains(result.output, demo.shows) == (result.exit_code == 0));
  }
}

TEST_CASE("09: nonsense on the command line, and no platform") {
  CHECK(tests::run_chapter(chapter, {"--only", "nonsense"}).exit_code == 2);
  CHECK(tests::run_chapter(chapter, {"--demo", "nonsense"}).exit_code == 2);
  CHECK(tests::run_chapter(chapter, {"--device", "no such device"}).exit_code == 1);
  const auto none =
      tests::run_chapter(chapter, {"--quick"}, {120, tests::Unplugged().environment, {}});
  CHECK(none.exit_code == 1);
  CHECK(contains(none.output, "error: no OpenCL platform was found"));
}
