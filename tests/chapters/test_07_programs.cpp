// Chapter 7: what the lesson says of programs is true here, and a wrong kernel is noticed.

#include "tests/support/chapter.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using tests::contains;
using tests::on_pocl;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("07_programs");

} // namespace

TEST_CASE("07: all experiments pass, also with work-groups of one work-item") {
  chapter.passes({"When does the compiler run?", "What do the build options change?",
                  "How do several files become one program?", "When is a saved binary good?",
                  "What does a cache save?"});
}

TEST_CASE("07: a program is built when it is built, and not when it is created") {
  const auto states = chapter.experiment("states");
  CHECK(states.at("nonsense") == "CL_BUILD_PROGRAM_FAILURE");
  CHECK(contains(states.at("created").get<std::string>(), "CL_BUILD_NONE"));
  CHECK(contains(states.at("built").get<std::string>(), "executable"));
  CHECK(chapter.experiment("asynchronous").at("built_ms").get<double>() > 0.0);
  CHECK(chapter.experiment("unload").at("builds_again") == true);
  const auto names = chapter.experiment("kernels").at("names").get<std::set<std::string>>();
  CHECK(names == std::set<std::string>{"roots", "count_real"});
}

TEST_CASE("07: options do what the specification demands") {
  std::map<std::string, nlohmann::json> rows;
  const auto all = chapter.experiment("options").at("rows");
  for (const auto& row : all) {
    CAPTURE(row.dump());
    CHECK(rows.emplace(row.at("option"), row).second); // no option twice
    CHECK(row.at("kept") == (row.at("promise") == "" || row.at("promise") == row.at("with")));
    if (on_pocl()) {
      CHECK(row.at("kept") == true);
      if (row.at("promise") != "" && !contains(row.at("option").get<std::string>(), "correctly"))
        CHECK(row.at("effect") == true);
    }
  }
  CHECK(rows.size() >= 11);
  CHECK(rows.at("-D LEVEL=7").at("without") == "1");
  CHECK(rows.at("-D LEVEL=7").at("with") == "7");
  // Without the permission the arithmetic of IEEE 754 holds.
  CHECK(rows.at("-cl-finite-math-only").at("without") == "1");
  CHECK(rows.at("-cl-no-signed-zeros").at("without") == "0");
  CHECK(rows.at("-cl-unsafe-math-optimizations").at("without") == "0");
}

TEST_CASE("07: the cost of options is measured on verified results") {
  const auto speed = chapter.experiment("speed");
  REQUIRE(speed.at("rows").size() >= 3);
  for (const auto& row : speed.at("rows")) {
    CHECK(row.at("median_ms").get<double>() > 0.0);
    CHECK(row.at("error").get<double>() > 0.0); // float is not double
    CHECK(row.at("error").get<double>() < 1e-3);
  }
}

TEST_CASE("07: four ways from files to a program") {
  const auto rows = chapter.experiment("files").at("rows");
  CHECK(rows.size() == 4);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    if (row.at("status") == "skipped") {
      CHECK(row.at("reason") != "");
      continue;
    }
    CHECK(row.at("status") == "verified");
    CHECK(row.at("type") == "executable");
    CHECK(row.at("bytes").get<std::size_t>() > 0);
    CHECK(contains(row.at("kernels").get<std::string>(), "roots"));
    CHECK(contains(row.at("kernels").get<std::string>(), "count_real"));
  }
}

TEST_CASE("07: a saved binary is used where it is good, and only there") {
  const std::map<std::string, std::string> expected{{"nothing saved yet", "cannot read"},
                                                    {"saved before", ""},
                                                    {"other options", "other options"},
                                                    {"the same options again", ""},
                                                    {"from another driver", "another device"},
                                                    {"one byte damaged", "damaged"},
                                                    {"half of it lost", "damaged"},
                                                    {"source edited", "cannot read"},
                                                    {"edited, saved before", ""}};
  const auto rows = chapter.experiment("binaries").at("rows");
  CHECK(rows.size() == expected.size());
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    const std::string& reason = expected.at(row.at("case"));
    CHECK(row.at("then") == (reason.empty() ? "loaded" : "built and saved"));
    const std::string why = row.at("why");
    CHECK(why.empty() == reason.empty());
    CHECK(contains(why, reason));
  }
}

TEST_CASE("07: the other sources of programs are tried, or left out with a reason") {
  const auto others = chapter.experiment("others");
  const auto& il = others.at("il");
  CHECK((il.at("status") == "verified" || il.at("reason") != ""));
  CHECK(contains(others.at("built_in").at("invented").get<std::string>(), "CL_INVALID_VALUE"));
}

TEST_CASE("07: builds are timed with a cache of their own") {
  const auto cache = chapter.experiment("cache");
  const auto& rows = cache.at("rows");
  REQUIRE(rows.size() >= 2);
  CHECK(rows[0].at("cache") == "empty");
  CHECK(rows[1].at("cache") == "filled");
  for (const auto& row : rows)
    for (const char* time : {"build_ms", "first_launch_ms", "second_launch_ms"})
      CHECK(row.at(time).get<double>() > 0.0);
  if (on_pocl()) {
    CHECK(cache.at("cached_files").get<int>() > 0); // it was our directory that was filled
    CHECK(cache.at("changed_header_noticed") == true);
  }
}

TEST_CASE("07: nothing is left behind in the temporary directory") {
  const TemporaryDirectory directory;
  const auto result =
      chapter.run({"--quick", "--only", "binaries,cache"}, {{"TMPDIR", directory.path.string()}});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(tests::fs::is_empty(directory.path));
}

TEST_CASE("07: a wrong kernel does not pass") {
  chapter.notices({
      {"discriminant.cl", "4.0f", "3.0f", "files", "roots: "},
      {"roots.cl", "c[i] / q", "c[i] * q", "files", "roots: "},
      {"roots.cl", "(float2)(NAN)", "(float2)(0.0f)", "files", "roots: "},
      {"roots.cl", ">= 0.0f", "<= 0.0f", "binaries", "count_real: "},
      {"mathematics.cl", "sin(t)", "cos(t)", "speed", "mathematics"},
      {"mathematics.cl", "sin(t)", "cos(t)", "cache", "mathematics"},
  });
}

TEST_CASE("07: each mistake shows itself, or is skipped with a reason") {
  // Without PoCL's build flags for quick tests: the optimiser is what makes the last mistake one.
  chapter.shows({{"no-header", "discriminant.clh"},
                 {"unresolved", "CL_LINK_PROGRAM_FAILURE"},
                 {"unknown-option", "CL_INVALID_BUILD_OPTIONS|CL_BUILD_PROGRAM_FAILURE"},
                 {"blank-in-path", "CL_"},
                 {"short-log", "CL_INVALID_VALUE"},
                 {"unbuilt-binary", "CL_INVALID_PROGRAM_EXECUTABLE"},
                 {"rebuild-in-use", "CL_INVALID_OPERATION"},
                 {"damaged-binary", "common::load_binary says: 'good.bin' is damaged"},
                 {"nan-check", "with it to nan"}},
                {}, {{"POCL_EXTRA_BUILD_FLAGS", ""}});
}
