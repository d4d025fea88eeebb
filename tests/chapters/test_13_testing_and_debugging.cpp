// Chapter 13: the program finds the mistakes of the broken filter and none in the mended one; each exhibit of
// the museum fails as described, its tool finds it, and its repair passes; the checks and tolerances are as good
// as the text says.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("13_testing_and_debugging");
const tests::Program program("13_testing_and_debugging");
const std::string name_of_right = "13_testing_and_debugging/edges.cl\n";

// The picture that the filter works on, of this size; the program cuts 3 columns and 5 rows off.
common::Image random_picture(int width, int height) {
  std::mt19937 engine(11);
  common::Image image{width, height, 1, {}};
  for (int i = 0; i < width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(engine()));
  return image;
}

int red(const common::Image& image, int x, int y) {
  return image.pixels[image.channels * (y * image.width + x)];
}

// A pixel of the filtered picture as it is shown, from the formula: half the length of the slope.
double shown_edge(const common::Image& image, int width, int height, int x, int y) {
  const auto at = [&](int column, int row) {
    return image.pixels[std::clamp(row, 0, height - 1) * image.width +
                        std::clamp(column, 0, width - 1)] /
           255.0;
  };
  const double across = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) -
                        2 * at(x - 1, y) - at(x - 1, y + 1),
               down = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) -
                      2 * at(x, y - 1) - at(x + 1, y - 1);
  return 255.0 * std::min(1.0, std::sqrt(across * across + down * down) / 2);
}

// The exhibits that the museum should have, with what must be seen of each: in the words of its tool,
// and in its repair.
struct Expected {
  std::string id, tool, says, removed, added;
};

std::vector<Expected> expected_exhibits() {
  return {
      {"missing-guard", "canary", "21 of 21 numbers after the output", "-   out[i]",
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
      {"lost-loop", "-cl-opt-disable", "wrong as it is built, right with -cl-opt-disable",
       "reach < get_local_size(0)", "reach < size"},
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

TEST_CASE("13: the program shows four panels, also with work-groups of one work-item") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "in.png";
  for (const tests::Environment& environment : tests::any_group_size) {
    const common::Image image = random_picture(40, 30);
    common::save_image(file, image);
    const int width = 37, height = 25;
    const common::Image out = program.picture(
        {"--quick", "--input", file.string()},
        {"poison   25 of 925 pixels were never written", "edges.cl passes"}, environment);
    REQUIRE(out.width == 2 * width + 30);
    REQUIRE(out.height == 2 * height + 70);
    int farthest = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int input = red(out, 10 + x, 30 + y), broken = red(out, width + 20 + x, 30 + y);
        const int right = red(out, 10 + x, height + 60 + y);
        const int difference = red(out, width + 20 + x, height + 60 + y);
        CHECK(input == image.pixels[y * image.width + x]);
        CHECK(std::abs(right - shown_edge(image, width, height, x, y)) <= 1.01);
        if (x == width - 1) { // magenta: no work-item has written it
          CHECK(broken == 255);
          CHECK(difference == 255);
        } else if (broken < 255 && right < 255) {
          CHECK(std::abs(difference - std::abs(broken - right)) <= 2);
          farthest = std::max(farthest, difference);
        }
      }
    CHECK(farthest > 50);
  }
}

TEST_CASE("13: the checks of the program find each of the three mistakes, and nothing in the "
          "mended filter") {
  const auto result = program.run({"--quick"});
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
  const std::string broken = result.output.substr(0, result.output.find(name_of_right)),
                    mended = result.output.substr(result.output.find(name_of_right));
  CHECK(contains(broken, "poison   507 of 258063 pixels were never written"));
  if (common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() >= 256)
    CHECK(contains(broken, "canary   508 of 8144 numbers after them have changed"));
  CHECK(contains(broken, "got 0.024, want 0.016"));
  CHECK(contains(mended, "poison   0 of 258063"));
  CHECK(contains(mended, "canary   0 of 8144"));
  CHECK(contains(mended, "compare  0 of 258063"));
}

TEST_CASE("13: the program notices a wrong filter and a broken one that is not broken" *
          tests::long_tier) {
  program.notices({
      {"edges.cl", "y >= height", "y >= height - 1", "", "edges.cl is wrong"},
      {"edges.cl", "y >= height", "y > height", "", "edges.cl is wrong"}, // only the canary sees it
      {"edges.cl", "2.0f - abs(d)", "1.0f", "", "edges.cl is wrong"},
      {"edges.cl", "x + d, y - 1", "x + d, y", "", "edges.cl is wrong"},
      {"edges.cl", "= sqrt(", "= 1.0001f * sqrt(", "", "edges.cl is wrong"},
  });
  // In the place of the broken filter, the right one.
  const TemporaryDirectory directory;
  directory.write("13_testing_and_debugging/edges_broken.cl",
                  common::read_text(common::find_kernel("13_testing_and_debugging/edges.cl")));
  const auto result = program.run({"--quick"}, {{"OCL_KERNEL_PATH", directory.path.string()}});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "the checks accept a broken filter"));
}

TEST_CASE("13: one work-item of each kernel prints what it computes") {
  const auto result = program.run({"--quick", "--look", "385", "100"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  const std::size_t first = result.output.find("printf   column 385, row 100: across 0.97");
  const std::size_t second = result.output.find("printf   column 385, row 100: across 0.541");
  CHECK(first < second);
  CHECK(second < result.output.size());
  CHECK(program.run({"--look", "385"}).exit_code == 2);
}

TEST_CASE("13: any picture will do") {
  const TemporaryDirectory directory;
  const auto file = directory.path / "in.png";
  for (const auto& [width, height] : {std::pair{1, 1}, {5, 3}, {4, 40}}) {
    common::save_image(file, random_picture(width, height));
    program.picture({"--input", file.string()}, {"edges.cl passes all checks"});
  }
}

TEST_CASE("13: the smallest check finds the element that was never written") {
  const auto result = tests::run_program("13_testing_and_debugging_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "element 6 should be 49, but is nan."));
}

TEST_CASE("13: the short form passes, also with work-groups of one work-item") {
  chapter.says({"Which check notices which mistake?", "How wrong may a sum be?", "Which tolerance?",
                "How do I look inside?", "What finds which mistake?", "not in the short form",
                "verified: every claim"});
}

TEST_CASE("13: each exhibit fails as described and its tool finds it and its repair passes" *
          tests::long_tier) {
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

TEST_CASE("13: the whole museum is found in work-groups of one work-item too" * tests::long_tier) {
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

TEST_CASE("13: an exhibit that is not broken and a repair that repairs nothing are noticed" *
          tests::long_tier) {
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

TEST_CASE("13: a wrong sum or a wrong check does not pass" * tests::long_tier) {
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
  auto many = tests::json_from(json); // more lines than there are colours
  for (int i = 0; i < 30; ++i) {
    many["sums"]["rows"].push_back(many["sums"]["rows"][0]);
    many["sums"]["rows"].back()["order"] = "order " + std::to_string(i);
  }
  const std::string more = directory.write("more.json", many.dump()).string();
  CHECK(chapter.run({"--plot", more, svg.string()}).exit_code == 0);
  CHECK(contains(common::read_text(svg), "order 29"));
  const auto refused = chapter.run({"--plot", (directory.write("other.json", "{}")).string(),
                                    (directory.path / "no.svg").string()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "has no table of sums"));
  CHECK_FALSE(tests::fs::exists(directory.path / "no.svg"));
}

TEST_CASE("13: wrong usage") {
  CHECK(chapter.run({"--exhibit", "nothing"}).exit_code == 2);
  CHECK(chapter.run({"--exhibit", "missing-barrier", "--only", "sums"}).exit_code == 2);
  CHECK(chapter.run({"--plot", "a.json", "a.svg", "--exhibit", "missing-barrier"}).exit_code == 2);
}
