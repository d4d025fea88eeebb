// The modes of a case study from outside, with the planted ladder: what they print, write and
// return. Those of the real chapters are in tests/cli.

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

using tests::contains;
using tests::run_planted;
using Json = nlohmann::json;

namespace {

struct WithJson {
  harness::ProcessResult run;
  Json document;
};

// Runs with --json; the document is null where none was written.
WithJson run_with_json(std::vector<std::string> arguments,
                       const tests::Environment& environment = {}) {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "out.json";
  arguments.insert(arguments.end(), {"--json", file.string()});
  WithJson result{run_planted(arguments, environment), nullptr};
  if (tests::fs::exists(file))
    result.document = tests::json_from(file);
  CHECK(directory.files().size() == (result.document.is_null() ? 0 : 1)); // no partial file
  return result;
}

} // namespace

TEST_CASE("modes: --check of right steps") {
  const auto both = run_with_json({"--check", "--step", "none,unpromising"});
  const auto& run = both.run;
  const auto& document = both.document;
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  for (const char* size : {"1", "31", "100"})
    CHECK(std::regex_search(
        run.output, std::regex(fmt::format(R"(\n  {} +verified: none unpromising\n)", size))));
  CHECK(document.at("rows").size() == 6);
  for (const Json& row : document.at("rows"))
    CHECK(row.at("status") == "verified");
  CHECK(document.at("rows")[0].at("accesses").at("triple").at("global_loads") == 1);
  CHECK_FALSE(document.at("rows")[1].contains("accesses"));
}

TEST_CASE("modes: each planted bug fails --check with its reason, in text and JSON") {
  for (const auto& planted : {std::pair<std::string, std::string>{"wrong", "1 of 31 values"},
                              {"nan", "got nan"},
                              {"unwritten", "index 30"},
                              {"past_end", "wrote past the end"},
                              {"syntax", "kernels/planted/triple.cl:"},
                              {"missing", "no_such_file.cl"},
                              {"opencl_error", "CL_INVALID_BUFFER_SIZE"}}) {
    const auto& step = planted.first;
    const auto& reason = planted.second;
    CAPTURE(step);
    const auto both = run_with_json({"--check", "--size", "31", "--step", step});
    const auto& run = both.run;
    const auto& document = both.document;
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, fmt::format("failed: {} (planted_{}): ", step, step)));
    CHECK(contains(run.output, reason));
    const Json& row = document.at("rows").at(0);
    CHECK(row.at("status") == "failed");
    CHECK(contains(row.at("reason").get<std::string>(), reason));
    CHECK(row.at("median_ms").is_null());
  }
}

TEST_CASE("modes: one wrong step among right ones fails, and the others are still verified") {
  const auto run = run_planted({"--check", "--size", "31", "--step", "none,wrong,tunable"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "verified: none tunable"));
  CHECK(contains(run.output, "failed: wrong"));
}

TEST_CASE("modes: a step that cannot run is skipped with its reason, alone it is exit code 77") {
  const auto both = run_with_json({"--check", "--size", "31", "--step", "needs"});
  const auto& run = both.run;
  const auto& document = both.document;
  CHECK(run.exit_code == 77);
  CHECK(contains(run.output, "skipped: needs (planted_needs): needs four dimensions"));
  CHECK(document.at("rows").at(0).at("status") == "skipped");
  CHECK(run_planted({"--check", "--size", "31", "--step", "needs,none"}).exit_code == 0);
  CHECK(run_planted({"--check", "--size", "31", "--step", "needs,wrong"}).exit_code == 1);
}

TEST_CASE("modes: without a mode the steps are verified and timed") {
  const auto both = run_with_json({"--quick", "--step", "none,wrong,needs"});
  const auto& run = both.run;
  const auto& document = both.document;
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "33: "));
  const Json& rows = document.at("rows");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("size") == "33");
  CHECK(rows[0].at("median_ms").get<double>() > 0.0);
  CHECK(rows[0].at("min_ms").get<double>() <= rows[0].at("median_ms").get<double>());
  CHECK(rows[0].at("wall_ms").get<double>() > 0.0);
  CHECK(rows[0].at("samples").get<int>() >= 3);
  CHECK(rows[0].at("gflops").get<double>() ==
        doctest::Approx(33.0 / (1e6 * rows[0].at("median_ms").get<double>())));
  CHECK(rows[0].at("gbps").get<double>() ==
        doctest::Approx(8 * 33.0 / (1e6 * rows[0].at("median_ms").get<double>())));
  // What is wrong or cannot run is not timed.
  CHECK(rows[1].at("status") == "failed");
  CHECK(rows[1].at("median_ms").is_null());
  CHECK(rows[2].at("status") == "skipped");
  CHECK(rows[2].at("samples") == 0);
}

TEST_CASE("modes: --bench measures the ceilings and the peers beside the steps") {
  const auto both = run_with_json({"--bench", "--step", "none", "--size", "64"});
  const auto& run = both.run;
  const auto& document = both.document;
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "measured ceilings"));
  CHECK(document.at("ceilings").at("copy_gbps").get<double>() > 0.0);
  CHECK(document.at("ceilings").at("fma_gflops").get<double>() > 0.0);
  const Json& peers = document.at("peers");
  REQUIRE(peers.size() == 2);
  CHECK(peers[0].at("name") == "right peer");
  CHECK(peers[0].at("status") == "verified");
  CHECK(peers[0].at("median_ms") == 0.5);
  CHECK(peers[1].at("status") == "skipped");
  CHECK(contains(run.output, "not installed: install it"));
}

TEST_CASE("modes: a row says how many times as fast it is as its parent, and as the first") {
  const auto both = run_with_json({"--quick", "--step", "hopeless,tunable,none,unpromising"});
  const Json& rows = both.document.at("rows");
  const auto median = [&](std::size_t i) { return rows.at(i).at("median_ms").get<double>(); };
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].at("parent") == "tunable");
  CHECK(rows[0].at("x_step_before").is_null()); // wrong, and not timed
  CHECK(rows[1].at("parent") == "too_large");
  CHECK(rows[1].at("x_step_before").is_null()); // its parent is no row
  CHECK(rows[1].at("x_v1") == 1.0);             // the first that was right
  CHECK(rows[2].at("parent").is_null());
  CHECK(rows[3].at("parent") == "none");
  CHECK(rows[3].at("x_step_before").get<double>() == doctest::Approx(median(2) / median(3)));
  CHECK(rows[3].at("x_v1").get<double>() == doctest::Approx(median(1) / median(3)));
  CHECK(contains(both.run.output, "x before  x tunable"));
}

TEST_CASE(
    "modes: a row that is too slow is timed once, or not at all, and the others are measured") {
  const auto both = run_with_json(
      {"--bench", "--seconds", "60", "--size", "1000,10000", "--step", "none,sluggish"});
  CAPTURE(both.run.output);
  CHECK(both.run.exit_code == 0);
  const Json& rows = both.document.at("rows");
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].at("samples").get<int>() > 1);
  CHECK_FALSE(rows[0].contains("once"));
  CHECK(rows[1].at("status") == "verified");
  CHECK(rows[1].at("samples") == 1); // 2 s a run: eleven of them are too many
  CHECK(rows[1].contains("once"));
  CHECK(contains(both.run.output, "sluggish  planted_sluggish  * "));
  CHECK(rows[2].at("samples").get<int>() > 1);
  CHECK(rows[3].at("status") == "skipped"); // 20 s a run
  CHECK(contains(rows[3].at("reason").get<std::string>(), "--seconds"));
  CHECK(rows[3].at("median_ms").is_null());
}

TEST_CASE("modes: a library that takes its time to start is not slow") {
  const auto both =
      run_with_json({"--bench", "--seconds", "120", "--size", "64,100", "--step", "none"},
                    {{"PLANTED_STARTING_PEER", "1500"}});
  CAPTURE(both.run.output);
  int found = 0;
  for (const Json& row : both.document.at("peers"))
    if (row.at("name") == "starting peer") {
      ++found;
      CHECK(row.at("samples").get<int>() > 1);
      CHECK_FALSE(row.contains("once"));
    }
  CHECK(found == 2);
}

TEST_CASE("modes: what is wrong at the smaller size is wrong") {
  const auto both = run_with_json({"--bench", "--size", "1000", "--step", "none,nan"});
  CHECK(both.run.exit_code == 1);
  CHECK(contains(both.run.output, "failed: nan (planted_nan): at 100: "));
}

TEST_CASE("modes: Ctrl-C keeps what was measured") {
  const auto both = run_with_json({"--bench", "--size", "64", "--step", "interrupts,none"});
  CAPTURE(both.run.output);
  CHECK(both.run.exit_code == 130);
  CHECK(both.document.at("interrupted") == true);
  const Json& rows = both.document.at("rows");
  CHECK(rows[0].at("status") == "verified"); // it ran to its end
  CHECK(rows[1].at("status") == "verified"); // the last step comes first
  CHECK(rows[1].at("median_ms").get<double>() > 0.0);
  CHECK(contains(both.run.output, "planted_none"));
  const Json other =
      run_with_json({"--bench", "--size", "64", "--step", "none,interrupts"}).document;
  CHECK(other.at("rows")[0].at("status") == "skipped");
  CHECK(other.at("rows")[0].at("reason") == "interrupted");
}

TEST_CASE("modes: no row lies above its roof: a ceiling that a row has beaten is raised") {
  const auto both = run_with_json({"--bench", "--size", "64,100", "--step", "none,tunable"},
                                  {{"PLANTED_COST", "1e9"}});
  CAPTURE(both.run.output);
  CHECK(contains(both.run.output, "did better than the ceilings"));
  double highest = 0.0;
  for (const char* kind : {"rows", "peers"})
    for (const Json& row : both.document.at(kind))
      if (row.at("of_roof").is_number())
        highest = std::max(highest, row.at("of_roof").get<double>());
  CHECK(highest == doctest::Approx(1.0));
  const Json& ceilings = both.document.at("ceilings");
  REQUIRE(ceilings.at("by_size").size() == 2);
  CHECK(ceilings.at("by_size")[0].at("size") == "64");
  CHECK_FALSE(ceilings.at("by_size")[0].at("raised").get<std::string>().empty());
  CHECK(ceilings.at("by_size")[1].at("bytes") == 800e9);
  CHECK(ceilings.at("fma_gflops") >= ceilings.at("by_size")[0].at("fma_gflops"));
}

TEST_CASE("modes: --record wants a quiet machine, and what is restless is measured again first") {
  const tests::TemporaryDirectory directory;
  const auto record = [&](const char* restless_runs) {
    return run_planted(
        {"--bench", "--step", "needs", "--record", (directory.path / "a.json").string()},
        {{"PLANTED_RESTLESS_RUNS", restless_runs}});
  };
  const auto restless = record("1000000");
  CAPTURE(restless.output);
  CHECK(restless.exit_code == 1);
  CHECK(contains(restless.output, "restless peer at 1000 (100 %)"));
  CHECK(directory.files() == std::vector<std::string>{"a.restless.json"});
  // After the warm-up and the 200 samples of the first attempt it is steady.
  const auto steady = record("250");
  CHECK(steady.exit_code == 77); // no step could run
  CHECK(directory.files() == std::vector<std::string>{"a.json", "a.restless.json"});
  const Json recorded = tests::json_from(directory.path / "a.json");
  for (const Json& row : recorded.at("peers"))
    if (row.at("status") == "verified")
      CHECK(row.at("spread").get<double>() <= 0.2);
  CHECK(run_planted({"--check", "--record", (directory.path / "b.json").string()}).exit_code == 2);
}

TEST_CASE("modes: a wrong peer is not better than a wrong step") {
  const auto both =
      run_with_json({"--bench", "--step", "none", "--size", "64"}, {{"PLANTED_WRONG_PEER", "1"}});
  const auto& run = both.run;
  const auto& document = both.document;
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "failed: peer (wrong peer): "));
  CHECK(document.at("peers").at(2).at("status") == "failed");
}

TEST_CASE("modes: --list needs no device, and lists what --step chooses") {
  const auto both = run_with_json({"--list"}, {{"OCL_ICD_VENDORS", "/nonexistent"}});
  const auto& run = both.run;
  const auto& document = both.document;
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "reads a neighbour's local memory without a barrier"));
  CHECK(document.at("chapter") == "planted");
  CHECK(document.at("steps").size() == 24);
  CHECK(document.at("steps")[0] == Json{{"id", "none"},
                                        {"name", "planted_none"},
                                        {"change", "right"},
                                        {"kernel", "planted/triple.cl"},
                                        {"parent", nullptr},
                                        {"presets", Json::array({Json::object()})},
                                        {"changed_parameters", Json::array()}});
  CHECK(document.at("steps")[1].at("parent") == "none");
  // Of the values, the first preset is shown, and what is not the parent's is marked.
  CHECK(std::regex_search(run.output, std::regex("\ntunable +too_large +WAY=4\n")));
  CHECK(std::regex_search(run.output, std::regex("\nhopeless +tunable +\\*WAY=0\n")));
  CHECK(run_with_json({"--list", "--step", "nan,planted_none"}).document.at("steps").size() == 2);
}

TEST_CASE(
    "modes: --tune finds right values, rejects the others, and they become a row of the next run") {
  const tests::TemporaryDirectory cache;
  const tests::Environment environment{{"XDG_CACHE_HOME", cache.path.string()}};
  const auto tuned = run_planted({"--tune", "--size", "64", "--step", "tunable,none"}, environment);
  CAPTURE(tuned.output);
  CHECK(tuned.exit_code == 0);
  CHECK(contains(tuned.output, "tunable (planted_tunable): tried 7 of 7 combinations, 3 verified"));
  CHECK(contains(tuned.output, "1 x rejected: wrong result with WAY=0"));
  CHECK(contains(tuned.output, "1 x rejected: kernels/planted/triple.cl does not build"));
  CHECK(contains(tuned.output, "2 x rejected: WAY=4 needs more"));
  CHECK_FALSE(contains(tuned.output, "none (planted_none)")); // nothing to tune
  const auto file = cache.path / "opencl-step-by-step/tuning.json";
  CHECK(contains(tuned.output, file.string()));
  const Json entries = tests::json_from(file);
  REQUIRE(entries.size() == 1);
  const int way = entries[0].at("values").at("WAY");
  CHECK((way == 1 || way == 2));

  const auto next_run = [&] {
    return run_with_json({"--quick", "--size", "5", "--step", "none,tunable"}, environment);
  };
  // The values of the tuned row, which stands beside the pinned one; null where there is none.
  const auto tuned_row = [&] {
    const Json document = next_run().document;
    CHECK(document.at("rows").size() == 2);
    CHECK(document.at("rows")[1].at("values") == Json{{"WAY", 2}});
    return document.contains("tuned") ? document.at("tuned").at(0) : Json();
  };
  Json changed = entries;
  changed[0]["values"]["WAY"] = 1; // not the preset
  common::write_text(file, changed.dump());
  const auto run = next_run();
  CHECK(contains(run.run.output, "what tuning adds:"));
  const Json row = run.document.at("tuned").at(0);
  CHECK(row.at("step") == "tunable");
  CHECK(row.at("tuned") == true);
  CHECK(row.at("values") == Json{{"WAY", 1}});
  CHECK(row.at("x_pinned").get<double>() ==
        doctest::Approx(run.document.at("rows")[1].at("median_ms").get<double>() /
                        row.at("median_ms").get<double>()));
  // --check is about the table: it has no tuned rows.
  CHECK_FALSE(run_with_json({"--check", "--size", "5", "--step", "tunable"}, environment)
                  .document.contains("tuned"));
  SUBCASE("remembered values that do not fit the device are a row that is skipped") {
    changed[0]["values"]["WAY"] = 4;
    common::write_text(file, changed.dump());
    CHECK(tuned_row().at("status") == "skipped");
  }
  SUBCASE("remembered values that are wrong are found wrong") {
    changed[0]["values"]["WAY"] = 0;
    common::write_text(file, changed.dump());
    CHECK(tuned_row().at("status") == "failed");
    CHECK(next_run().run.exit_code == 1);
  }
}

TEST_CASE("modes: --tune that finds nothing says so, and remembers nothing") {
  const tests::TemporaryDirectory cache;
  const tests::Environment environment{{"XDG_CACHE_HOME", cache.path.string()}};
  const auto tune = [&](const char* steps) {
    return run_planted({"--tune", "--size", "64", "--step", steps}, environment);
  };
  const auto wrong = tune("hopeless");
  CHECK(wrong.exit_code == 1);
  CHECK(contains(wrong.output, "no right result"));
  const auto too_large = tune("oversized");
  CHECK(too_large.exit_code == 77);
  CHECK(contains(too_large.output, "nothing is remembered"));
  CHECK_FALSE(contains(wrong.output + too_large.output, "remembered in"));
  CHECK(cache.files().empty());
  CHECK(tune("hopeless,tunable").exit_code == 1); // one found, one wrong: not green
  CHECK(tune("oversized,tunable").exit_code == 0);
}

TEST_CASE("modes: --tune notices before the work that it could not remember") {
  const tests::TemporaryDirectory directory;
  const std::string cache = directory.write("a file", "").string();
  const auto run =
      run_planted({"--tune", "--size", "64", "--step", "tunable"}, {{"XDG_CACHE_HOME", cache}});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, cache));
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
}

TEST_CASE("modes: --tune without parameters is skipped") {
  const auto run = run_planted({"--tune", "--step", "none", "--size", "8"});
  CHECK(run.exit_code == 77);
  CHECK(contains(run.output, "parameters"));
}

TEST_CASE("modes: --seed changes the inputs, and the same seed gives the same") {
  const auto first_wrong = [](const std::string& seed) {
    const auto run = run_planted({"--check", "--size", "31", "--step", "wrong", "--seed", seed});
    return run.output.substr(run.output.find("index"));
  };
  CHECK(first_wrong("1") == first_wrong("1"));
  CHECK(first_wrong("1") != first_wrong("2"));
}

TEST_CASE("modes: installed programs find their kernels beside them, in a path with blanks") {
  const tests::TemporaryDirectory prefix;
  const auto program = prefix.path / "a prefix/bin/planted_ladder";
  tests::fs::create_directories(program.parent_path());
  tests::fs::copy_file(tests::fs::path(tests::test_bin_dir()) / "planted_ladder", program);
  const auto kernels = prefix.path / "a prefix/share/opencl-step-by-step/kernels/planted";
  const tests::ScopedEnvironment own_kernels("OCL_KERNEL_PATH", std::nullopt);
  const auto run = [&] {
    return harness::run_process({program.string(), "--check", "--size", "31", "--step", "none"})
        .exit_code;
  };
  CHECK(run() == 1);
  tests::fs::create_directories(kernels);
  tests::fs::copy(tests::source_root() + "/tests/ladder/kernels/planted", kernels);
  CHECK(run() == 0);
}

TEST_CASE("modes: --stats shows a row for each kernel of each step, and why a step has none") {
  const auto both = run_with_json({"--stats", "--step", "none,unpromising"});
  INFO(both.run.output);
  CHECK(both.run.exit_code == 0);
  REQUIRE(both.document.at("rows").size() == 2);
  for (const Json& row : both.document.at("rows")) {
    CHECK(row.at("name") == "triple");
    CHECK(row.at("work_group_size").get<int>() >= 1);
    CHECK((!row.at("listings").empty() || !row.at("notes").empty()));
  }
  CHECK(both.document.at("rows")[1].at("step") == "unpromising");
  CHECK(run_planted({"--stats", "--check"}).exit_code == 2);
}

TEST_CASE("modes: --counters counts one run of each step") {
  const auto both = run_with_json({"--counters", "--step", "none,unpromising"});
  INFO(both.run.output);
  CHECK(both.run.exit_code == 0);
  REQUIRE(both.document.at("rows").size() == 2);
#ifdef __linux__ // task-clock is no counter of the hardware: a virtual machine has it, too
  for (const Json& row : both.document.at("rows")) {
    const Json& counters = row.at("counters");
    const char* const time =
        counters.contains("milliseconds") ? "milliseconds" : "nanoseconds_on_a_core";
    CHECK(counters.at(time).get<double>() > 0.0);
  }
#endif
  CHECK(both.document.at("rows")[1].at("step") == "unpromising");
  CHECK(run_planted({"--counters", "--check"}).exit_code == 2);
}
