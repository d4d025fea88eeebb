// Chapter 13: each exhibit of the museum fails as described, its tool finds it, and its repair
// passes; the checks and tolerances are as good as the lesson says.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("13_testing_and_debugging");

// The exhibits that the museum should have, with what must be seen of each: in the words of its tool,
// and in its repair.
struct Expected {
  std::string id, tool, says, removed, added;
};

std::vector<Expected> expected_exhibits() {
  return {
      {"missing-guard", "canary", "21 of 21 numbers behind the output", "-   out[i]",
       "+   if (i < n)"},
      {"precedence", "build log", "& has lower precedence than ==", "(i & 1 == 0)",
       "((i & 1) == 0)"},
      {"missing-tail", "poison", "3 of 1003 numbers were never written", "- //", "+   else"},
      {"left-edge", "Oclgrind", "Invalid read of size 4 at global memory", "if (i - 1 >= 0)",
       "if (i >= 1)"},
      {"past-the-tile", "Oclgrind", "of size 4 at local memory", "tile[GROUP];",
       "tile[GROUP + 1];"},
      {"missing-barrier", "Oclgrind", "data race at local memory", "- //", "+     barrier("},
      {"divergent-barrier", "Oclgrind", "Only 43 out of 64 work-items executed barrier",
       "-     return;", "+   if (i < n)"},
      {"lost-updates", "Oclgrind", "data race at global memory", "*count += 1", "atomic_add"},
      {"unset-sum", "Oclgrind", "Uninitialized value", "float sum;", "float sum = 0.0f;"},
      {"assumed-size", "other local sizes", "local size ", "sums[get_global_id(0) / 64]",
       "sums[get_group_id(0)]"},
      {"int-overflow", "printf", "index -1294967297", "const int index", "const long index"},
      {"wild-index", "gdb", "wild_index_broken.cl:5", "= in[where[i]]", "< n ? in[where[i]]"},
      {"missing-wait", "delay", "stale result", "&got);", "&computed);"},
      {"struct-layout", "sizes compared", "device 32 bytes, mass at 16; host 16 bytes, mass at 12",
       "position[3]", "cl_float3"},
      {"local-bytes", "Oclgrind", "Invalid write of size 4 at local memory",
       "cl::Local(local_size))", "cl::Local(local_size * sizeof(cl_float))"},
      {"freed-early", "address sanitizer", "heap-use-after-free", "- free(numbers)",
       "+ free(numbers)"},
      {"short-array", "address sanitizer", "heap-buffer-overflow", "malloc(number_count);",
       "malloc(number_count * sizeof *numbers);"},
      {"double-release", "address sanitizer", "clReleaseMemObject", "", "+ clRetainMemObject"},
  };
}

// Lines of the repair are indented; the words in the table above are not.
std::string without_indents(std::string text) {
  for (std::size_t at = text.find("-   "); at != std::string::npos; at = text.find("-   "))
    text.replace(at, 4, "- ");
  for (std::size_t at = text.find("+   "); at != std::string::npos; at = text.find("+   "))
    text.replace(at, 4, "+ ");
  return text;
}

bool may_be_missing(const std::string& output) {
  for (const char* reason :
       {"is not installed", "no address sanitizer", "does not run in the simulator",
        "nothing to say on this device", "that run on the CPU"})
    if (contains(output, reason))
      return true;
  return false;
}

} // namespace

TEST_CASE("13: the short form passes, also with work-groups of one work-item") {
  chapter.passes({"Which check notices which mistake?", "How wrong may a sum be?",
                  "Which tolerance?", "How do I look inside?", "What finds which mistake?",
                  "not in the short form", "verified: every claim"});
}

TEST_CASE("13: each exhibit fails as described, its tool finds it, its repair passes") {
  for (const Expected& each : expected_exhibits()) {
    CAPTURE(each.id);
    const auto result = chapter.run({"--exhibit", each.id});
    INFO(result.output);
    if (result.exit_code == 77 && may_be_missing(result.output))
      continue;
    CHECK(result.exit_code == 0);
    const std::string output = without_indents(result.output);
    const std::size_t tool = output.find("With the tool (" + each.tool + ")");
    const std::size_t repair = output.find("The repair");
    REQUIRE(tool < repair);
    REQUIRE(repair != std::string::npos);
    CHECK(contains(output.substr(tool, repair - tool), each.says));
    CHECK(contains(output.substr(repair), without_indents(each.removed)));
    CHECK(contains(output.substr(repair), without_indents(each.added)));
    CHECK(contains(output, "The mended version is right, and the tool has nothing to say."));
    CHECK(contains(output, "What to learn: "));
  }
}

TEST_CASE("13: the whole museum is found, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto rows = chapter.full_experiment("museum", environment).at("rows");
    std::vector<std::string> ids;
    for (const auto& row : rows) {
      CAPTURE(row.dump());
      ids.push_back(row.at("exhibit"));
      if (row.at("status") == "skipped")
        CHECK(may_be_missing(row.at("reason")));
      else
        CHECK((row.at("status") == "found" && !row.at("told").empty()));
    }
    std::vector<std::string> expected;
    for (const Expected& each : expected_exhibits())
      expected.push_back(each.id);
    CHECK(ids == expected);
  }
}

TEST_CASE("13: what looks right without its tool") {
  if (!on_pocl() || common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 64)
    SKIP_TEST("what a wrong program does is known for PoCL only");
  std::map<std::string, std::string> here;
  const auto table = chapter.experiment("museum").at("rows");
  for (const auto& row : table)
    here[row.at("exhibit")] = row.value("here", "");
  for (const char* id : {"missing-guard", "missing-tail"})
    CHECK(here.at(id) == "right, by luck");
  CHECK(contains(here.at("struct-layout"), "of 8 wrong"));
}

TEST_CASE("13: an exhibit that is not broken, and a repair that repairs nothing, are noticed") {
  struct Case {
    std::string id, file, from, to, message;
  };
  const Case cases[] = {
      // The broken version is right: the tool finds nothing.
      {"missing-guard", "missing_guard_broken.cl", "  out[i]", "  if (i < n) out[i]",
       "canary did not find the exhibit missing-guard"},
      {"missing-tail", "missing_tail_broken.cl", "vstore4(2.0f * vload4(i, in), i, out);",
       "vstore4(2.0f * vload4(i, in), i, out); else for (size_t k = 4 * i; k < n; ++k) out[k] = "
       "2.0f * in[k];",
       "poison did not find the exhibit missing-tail"},
      {"assumed-size", "assumed_size_broken.cl", "get_global_id(0) / 64", "get_group_id(0)",
       "other local sizes did not find"},
      {"precedence", "precedence_broken.cl", "(i & 1 == 0)", "((i & 1) == 0)",
       "build log did not find"},
      // The repair is wrong.
      {"missing-guard", "missing_guard_mended.cl", "2.0f", "3.0f",
       "the mended version of missing-guard is right"},
      {"missing-tail", "missing_tail_mended.cl", "k = 4 * i", "k = 4 * i + 1",
       "the mended version of missing-tail is right"},
      {"assumed-size", "assumed_size_mended.cl", "get_group_id(0)", "get_global_id(0) / 32",
       "the mended version of assumed-size is right"},
      {"int-overflow", "int_overflow_mended.cl", "(long)width", "width",
       "the mended version of int-overflow is right"},
      {"struct-layout", "particles.cl", "float mass;", "float unused, mass;",
       "layout: device 32 bytes, mass at 20|did not find"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.id);
    CAPTURE(each.to);
    const auto result = chapter.run_changed(each.file, each.from, each.to, {"--exhibit", each.id});
    INFO(result.output);
    if (each.id == "precedence" && contains(result.output, "build log has nothing to say"))
      continue; // a device whose compiler never warns
    CHECK(result.exit_code == 1);
    const std::size_t bar = each.message.find('|');
    CHECK((contains(result.output, each.message.substr(0, bar)) ||
           (bar != std::string::npos && contains(result.output, each.message.substr(bar + 1)))));
  }
}

TEST_CASE("13: a tool that finds nothing is noticed, in the simulator too") {
  NEEDS_OCLGRIND;
#ifdef SANITIZED
  SKIP_TEST("programs with sanitizers do not run in the simulator");
#else
  const auto whole = chapter.run_changed("lost_updates_broken.cl", "*count += 1",
                                         "atomic_add(count, 1)", {"--exhibit", "lost-updates"});
  INFO(whole.output);
  CHECK(whole.exit_code == 1);
  CHECK(contains(whole.output, "Oclgrind did not find the exhibit lost-updates"));
  const auto unmended = chapter.run_changed("missing_barrier_mended.cl",
                                            "    barrier(CLK_LOCAL_MEM_FENCE);\n    tile",
                                            "    tile", {"--exhibit", "missing-barrier"});
  INFO(unmended.output);
  CHECK(unmended.exit_code == 1);
  CHECK(contains(unmended.output, "the mended version of missing-barrier is right"));
#endif
}

TEST_CASE("13: each weak check lets its mistake through, and the full one none") {
  std::map<std::string, nlohmann::json> rows;
  const auto table = chapter.experiment("checks").at("rows");
  for (const auto& row : table)
    rows[row.at("mistake")] = row;
  REQUIRE(rows.size() == 7);
  const std::map<std::string, std::string> missed{
      {"error > limit", "NaN for negative numbers"},
      {"constant input", "rows and columns not exchanged"},
      {"stale output", "writes nothing"},
      {"square", "width in place of height"},
      {"round sizes", "the last row is left out"},
      {"no canary", "one column too many"},
  };
  for (const auto& pair : missed)
    CHECK(rows.at(pair.second).at(pair.first) == "passes");
  for (const auto& row : rows)
    CHECK(row.second.at("all of it") == (row.first == "none" ? "passes" : "rejected"));
  // The matrix is a matter of arithmetic: nothing in it depends on the device.
  CHECK(rows.at("one column too many").at("round sizes") == "passes");
  CHECK(rows.at("one column too many").at("square") == "rejected");
  CHECK(rows.at("writes nothing").at("error > limit") == "passes");
}

TEST_CASE("13: sums keep their bounds, and a tree is better than a chain") {
  std::map<std::string, double> worst;
  std::set<std::size_t> sizes;
  const auto table = chapter.experiment("sums").at("rows");
  for (const auto& row : table) {
    sizes.insert(row.at("n").get<std::size_t>());
    const std::string order = row.at("order");
    CHECK(row.at("error_u").get<double>() <= row.at("bound_u").get<double>());
    worst[order] = std::max(worst[order], row.at("error_u").get<double>());
  }
  CHECK(sizes.size() >= 3);
  CHECK(worst.size() == 4);
  CHECK(worst.at("one after the other") > worst.at("a tree"));
  CHECK(worst.at("compensated") <= 2.5);
}

TEST_CASE("13: tolerances: whole numbers decide, a loose limit does not") {
  std::map<std::string, nlohmann::json> rows;
  const auto table = chapter.experiment("tolerance").at("rows");
  for (const auto& row : table)
    rows[row.at("rule")] = row;
  const std::vector<std::string> right{"one after the other", "a tree"},
      wrong{"a tree, the last one forgotten", "a tree, the first one twice"};
  for (const std::string& name : right) {
    CHECK(rows.at("whole numbers, exactly").at(name) == "passes");
    CHECK(rows.at("theory, any order").at(name) == "passes");
  }
  for (const std::string& name : wrong) {
    CHECK(rows.at("whole numbers, exactly").at(name) == "rejected");
    CHECK(rows.at("theory, a tree").at(name) == "rejected");
    CHECK(rows.at("0.01 of the sum").at(name) == "passes");
  }
}

TEST_CASE("13: a wrong sum or a wrong check does not pass") {
  chapter.notices({
      {"roots.cl", "root = sqrt(", "root = 1.001f * sqrt(", "checks", "the right kernel passes"},
      {"sums.cl", "i = 1; i < n; ++i)\n    sum +=", "i = 2; i < n; ++i)\n    sum +=", "sums",
       "keeps its bound"},
      {"sums.cl", "sum += in[i];", "sum = in[i] + sum * 1.0000001f;", "sums",
       "the host's, bit for bit|keeps its bound"},
      {"sums.cl", "in[2 * i] + in[2 * i + 1]", "in[2 * i] + in[2 * i]", "tolerance",
       "exactly the right kernels pass|never rejects"},
  });
}

TEST_CASE("13: ways to look inside a kernel") {
  const auto look = chapter.full_experiment("look");
  const std::map<std::string, std::string> expected{
      {"printf", "width 60000, height 50000: index -1294967297"},
      {"driver", "CL_INVALID_ARG_INDEX"},
      {"gdb", "at kernels/13_testing_and_debugging/wild_index_mended.cl:5"},
      {"oclgrind", "hit at line 6 by work-item (0,0,0)"}};
  for (const auto& way : expected) {
    CAPTURE(way.first);
    const auto& seen = look.at(way.first);
    INFO(seen.dump());
    if (seen.is_object())
      CHECK(seen.at("skipped") != "");
    else
      CHECK(contains(seen.dump(), way.second));
  }
}

TEST_CASE("13: each demo shows its mistake") {
  chapter.shows({{"nan-blind", "(NaN for negative numbers) is found by the full check only",
                  Shows::everywhere},
                 {"constant-input", "(rows and columns not exchanged)", Shows::everywhere},
                 {"stale-output", "(writes nothing)", Shows::everywhere},
                 {"square-size", "(width in place of height)", Shows::everywhere},
                 {"round-sizes", "(the last row is left out)", Shows::everywhere},
                 {"no-canary", "(one column too many)", Shows::everywhere},
                 {"stuck-sum", "16778216 times 1.0f makes 16777216", Shows::everywhere}});
}

TEST_CASE("13: the plot of the sums") {
  const TemporaryDirectory directory;
  const auto json = directory.path / "sums.json", svg = directory.path / "sums.svg";
  REQUIRE(chapter.run({"--quick", "--only", "sums", "--json", json.string()}).exit_code == 0);
  const auto drawn = chapter.run({"--plot", json.string(), svg.string()});
  INFO(drawn.output);
  if (harness::find_program("gnuplot").empty()) {
    CHECK(drawn.exit_code == 77);
    return;
  }
  CHECK(drawn.exit_code == 0);
  CHECK(contains(common::read_text(svg), "compensated"));
  const auto refused = chapter.run({"--plot", (directory.write("other.json", "{}")).string(),
                                    (directory.path / "no.svg").string()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "has no table of sums"));
  CHECK_FALSE(tests::fs::exists(directory.path / "no.svg"));
}

TEST_CASE("13: wrong usage") {
  CHECK(chapter.run({"--exhibit", "nothing"}).exit_code == 2);
}
