// The command line is a contract: options, exit codes, messages, JSON, the same for every chapter.
//
// It is proven with a laboratory and a ladder that are made up (tests/made_up) and with one program of a lesson, since one
// piece of code reads all command lines. Of every real program it is tested here that it has that: --help, and an option that it
// does not know; and by short_run that it works. The long tier proves the whole contract for all of them: CONTRACT=all.

#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <set>

using tests::contains;
using tests::Json;
using tests::Lab;
using tests::Program;
using tests::run_lab;
using tests::Words;

namespace {

const tests::Unoptimised everything_here;

const bool of_all_chapters = std::getenv("CONTRACT") != nullptr;

Words labs() {
  return of_all_chapters ? tests::labs() : Words{"98_made_up", "99_made_up_ladder"};
}

Words case_studies() {
  return of_all_chapters ? tests::case_studies() : Words{"99_made_up_ladder"};
}

Words programs() {
  return of_all_chapters ? tests::programs() : Words{"08_kernels_and_ndranges"};
}

std::string size_of_measurement(const std::string& chapter) {
  return tests::about_ladder(chapter).value("bench_size", "64x48");
}

// Runs with wrong arguments: exit code `code`, a message that contains `part`, no file written.
void check_refused(const std::string& chapter, Words arguments, int code, const std::string& part,
                   const tests::Environment& environment = {}) {
  const tests::TemporaryDirectory directory;
  arguments.insert(arguments.end(), {"--json", (directory.path / "out.json").string()});
  const auto run = Lab(chapter).run(arguments, environment);
  INFO(fmt::format("{} {}\n{}", chapter, fmt::join(arguments, " "), run.output));
  CHECK(run.exit_code == code);
  CHECK(contains(run.output, part));
  CHECK_FALSE(contains(run.output, "terminate called"));
  // One line for each device, and what chapter 2 says of the loader.
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') <
        static_cast<std::ptrdiff_t>(9 + 8 * common::all_devices().size()));
  CHECK(directory.files().empty());
}

} // namespace

TEST_CASE("ladder contract: the JSON of a measurement") {
  for (const std::string& chapter : case_studies()) {
    const tests::TemporaryDirectory directory;
    const auto file = directory.path / "out.json";
    const auto run = run_lab(chapter, {"--bench", "--size", size_of_measurement(chapter), "--seed",
                                       "7", "--json", file.string()});
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 0);
    const Json document = tests::json_from(file);
    CHECK(document.at("chapter") == chapter);
    CHECK(document.at("seed") == 7);
    CHECK(std::regex_match(document.at("date").get<std::string>(),
                           std::regex(R"(\d{4}-\d{2}-\d{2})")));
    CHECK(document.at("ceilings").at("copy_gbps").get<double>() > 0.0);
    CHECK(document.at("ceilings").at("fma_gflops").get<double>() > 0.0);
    REQUIRE_FALSE(document.at("rows").empty());
    for (const Json& row : document.at("rows")) {
      INFO(row.dump());
      CHECK((row.at("status") == "verified" || row.at("status") == "skipped"));
      CHECK(row.at("step").is_string());
      CHECK(row.at("name").is_string());
      CHECK(row.at("size").is_string());
      CHECK(row.at("values").is_object());
      if (row.at("status") == "skipped") {
        CHECK_FALSE(row.at("reason").get<std::string>().empty());
        continue;
      }
      CHECK(row.at("reason") == "");
      const double median = row.at("median_ms");
      CHECK(median > 0.0);
      CHECK(row.at("min_ms").get<double>() <= median);
      CHECK(row.at("spread").get<double>() >= 0.0);
      CHECK(row.at("wall_ms").get<double>() > 0.0);
      CHECK((row.at("samples").get<int>() >= 7 || row.contains("once")));
      CHECK(row.at("x_v1").get<double>() > 0.0);
      CHECK((row.at("x_step_before").is_null() || row.at("parent").is_string()));
      CHECK((row.at("of_roof").is_null() || row.at("of_roof").get<double>() < 1.0001));
      CHECK(row.at("gflops").get<double>() ==
            doctest::Approx(row.at("flop").get<double>() / (1e6 * median)));
      CHECK(row.at("gbps").get<double>() ==
            doctest::Approx(row.at("bytes").get<double>() / (1e6 * median)));
    }
    REQUIRE_FALSE(document.at("peers").empty());
    for (const Json& peer : document.at("peers")) {
      INFO(peer.dump());
      CHECK(peer.at("name").is_string());
      CHECK(peer.at("version").is_string());
      CHECK((peer.at("status") == "verified" || peer.at("status") == "skipped"));
      if (peer.at("status") == "verified")
        CHECK(peer.at("gflops").get<double>() > 0.0);
      else
        CHECK_FALSE(peer.at("reason").get<std::string>().empty());
    }
  }
}

TEST_CASE("every program and every laboratory has the options of the contract") {
  const tests::Unplugged unplugged; // help must not need a platform
  Words names = tests::programs();
  CHECK(names.size() >= 17);
  CHECK(tests::case_studies().size() >= 2);
  for (const std::string& chapter : tests::labs())
    names.push_back(chapter + "_lab");
  for (const std::string& name : names) {
    const auto help = Program(name).run({"--help"}, unplugged.environment);
    INFO(name << "\n" << help.output);
    CHECK(help.exit_code == 0);
    const bool is_lab = name.ends_with("_lab");
    for (const char* promised :
         {"--help", "--device", "--quick", "--seed", is_lab ? "--json" : "--output"})
      CHECK(contains(help.output, promised));
    const auto wrong = Program(name).run({"--no-such-option"}, unplugged.environment);
    CHECK(wrong.exit_code == 2);
    CHECK(contains(wrong.output, "--no-such-option"));
  }
}

// ---- The programs of the lessons ----

TEST_CASE("programs: wrong usage ends with 2, a device that is not there with 1, and no picture is "
          "left") {
  struct Case {
    Words arguments;
    int code;
    std::string says;
    tests::Environment environment = {};
  };
  const tests::Unplugged unplugged;
  const std::vector<Case> cases{
      {{"--no-such-option"}, 2, "--no-such-option"},
      {{"no-such-command"}, 2, "no-such-command"},
      {{"--seed", "seven"}, 2, "seven"},
      {{"--device=no such device"}, 1, "'no such device'"},
      {{"--device=99999999999999999999999"}, 1, "'99999999999999999999999'"},
      {{"--quick"}, 1, "no such device", {{"OCL_DEVICE", "no such device"}}},
      {{"--quick"}, 1, "apt install pocl-opencl-icd", unplugged.environment},
  };
  for (const std::string& name : programs())
    for (const Case& each : cases) {
      const tests::TemporaryDirectory directory;
      harness::ProcessOptions options;
      options.directory = directory.path;
      options.environment = each.environment;
      const auto run = tests::run_program(name, each.arguments, options);
      INFO(fmt::format("{} {}\n{}", name, fmt::join(each.arguments, " "), run.output));
      CHECK(run.exit_code == each.code);
      CHECK(contains(run.output, each.says));
      CHECK_FALSE(contains(run.output, "terminate called"));
      CHECK(directory.files().empty());
    }
}

TEST_CASE(
    "programs: a picture that cannot be written ends with 1 before the work, and leaves nothing") {
  const tests::TemporaryDirectory directory;
  directory.write("a file", "");
  tests::fs::create_directory(directory.path / "a directory");
  for (const std::string& name : programs())
    for (const std::string target : {"a file/x.png", "none/x.png", "a directory"}) {
      const std::string file = (directory.path / target).string();
      const auto run = Program(name).run({"--quick", "--output", file});
      INFO(name << "\n" << run.output);
      CHECK(run.exit_code == 1);
      CHECK(contains(run.output, file));
      CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
      CHECK(directory.files() == Words{"a file"});
    }
}

TEST_CASE("programs: a picture that is not there, or is none, is named in one sentence") {
  const tests::TemporaryDirectory directory;
  const std::string missing = (directory.path / "no such file.png").string(),
                    broken = directory.write("broken.png", "\x89PNG").string();
  for (const std::string& name : programs()) {
    if (!contains(Program(name).run({"--help"}).output, "--input"))
      continue;
    for (const std::string& file : {missing, broken}) {
      const auto run = Program(name).run({"--input", file});
      INFO(name << "\n" << run.output);
      CHECK(run.exit_code == 1);
      CHECK(contains(run.output, file));
      CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
    }
  }
}

// ---- The laboratories ----

TEST_CASE("contract: -h is --help, and that of a ladder says more") {
  const tests::Unplugged unplugged;
  for (const std::string& chapter : labs())
    CHECK(Lab(chapter).run({"-h"}, unplugged.environment).output ==
          Lab(chapter).run({"--help"}).output);
  for (const std::string& chapter : case_studies()) {
    const auto run = run_lab(chapter, {"--help"});
    INFO(chapter << "\n" << run.output);
    for (const char* promised :
         {"--list", "--step", "--size", "--check", "--bench", "--seconds", "--record", "--tune",
          "--tune-seconds", "--oclgrind", "--stats", "--counters"})
      CHECK(contains(run.output, promised));
  }
}

TEST_CASE("contract: wrong usage ends with 2 and says what is wrong") {
  for (const std::string& chapter : labs()) {
    check_refused(chapter, {"--no-such-option"}, 2, "--no-such-option");
    check_refused(chapter, {"no-such-command"}, 2, "no-such-command");
    check_refused(chapter, {"--seed", "seven"}, 2, "seven");
    check_refused(chapter, {"--seed", "-1"}, 2, "--seed");
    check_refused(chapter, {"--quick=perhaps"}, 2, "perhaps");
    CHECK(run_lab(chapter, {"--device"}).exit_code == 2);
    CHECK(run_lab(chapter, {"--json"}).exit_code == 2);
    const std::string help = run_lab(chapter, {"--help"}).output;
    for (const std::string choice : {"--only", "--demo"})
      if (contains(help, choice + " "))
        check_refused(chapter, {choice, "nothing"}, 2, choice);
  }
}

TEST_CASE("contract: options that would be passed over in silence end with 2") {
  const auto first_of = [](const std::string& chapter,
                           const std::string& option) { // "--only: nothing not in {a,b}"
    std::smatch names;
    const std::string complaint = run_lab(chapter, {option, "nothing"}).output;
    return std::regex_search(complaint, names, std::regex("\\{([^,}]+)")) ? names.str(1) : "";
  };
  int with_both = 0;
  for (const std::string& chapter : labs()) {
    check_refused(chapter, {"--seed", ""}, 2, "--seed");
    const std::string only = first_of(chapter, "--only"), demo = first_of(chapter, "--demo");
    if (only.empty() || demo.empty())
      continue;
    ++with_both;
    const auto run = run_lab(chapter, {"--only", only, "--demo", demo});
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.output, "--demo"));
    check_refused(chapter, {"--demo", demo}, 2, "--demo"); // a mistake has no JSON
  }
  CHECK(with_both >= (of_all_chapters ? 8 : 1));
  for (const std::string& name : programs()) {
    const auto run = Program(name).run({"--seed", ""});
    INFO(name << "\n" << run.output);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.output, "--seed"));
  }
}

TEST_CASE("contract: a device that does not exist ends with 1 and names the wish") {
  for (const std::string& chapter : labs())
    for (const std::string device : {"no such device", "99", "99999999999999999999999", "-1"})
      check_refused(chapter, {"--device=" + device}, 1, "'" + device + "'");
}

TEST_CASE("contract: OCL_DEVICE chooses") {
  for (const std::string& chapter : labs())
    check_refused(chapter, {"--quick"}, 1, "no such device", {{"OCL_DEVICE", "no such device"}});
}

TEST_CASE("contract: without any platform one message says how to get one") {
  const tests::Unplugged unplugged;
  for (const std::string& chapter : labs())
    for (const Words& arguments : {Words{}, Words{"--quick"}}) {
      const auto run = Lab(chapter).run(arguments, unplugged.environment);
      INFO(chapter << "\n" << run.output);
      CHECK(run.exit_code == 1);
      CHECK(contains(run.output, "error: "));
      CHECK(contains(run.output, "apt install pocl-opencl-icd"));
      CHECK_FALSE(contains(run.output, "terminate called"));
    }
  for (const std::string& chapter : case_studies())
    for (const char* mode : {"--check", "--bench", "--tune"})
      check_refused(chapter, {mode}, 1, "no OpenCL platform", unplugged.environment);
}

#ifdef NO_DEVICES_DRIVER
TEST_CASE("contract: with a platform and no device too") {
  const tests::TemporaryDirectory vendors;
  vendors.write("none.icd", tests::test_bin_dir() + "/" NO_DEVICES_DRIVER "\n");
  const tests::Environment environment{{"OCL_ICD_VENDORS", vendors.path.string() + "/"},
                                       {"OCL_ICD_FILENAMES", ""}};
  for (const std::string& chapter : labs()) {
    const auto run = Lab(chapter).run({"--quick"}, environment);
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "error: "));
    CHECK_FALSE(contains(run.output, "terminate called"));
  }
  for (const std::string& chapter : case_studies())
    check_refused(chapter, {"--check"}, 1, "none of its platforms has a device", environment);
}
#endif

TEST_CASE("contract: a JSON file that cannot be written ends with 1 and leaves nothing") {
  const tests::TemporaryDirectory directory;
  directory.write("a file", "");
  tests::fs::create_directory(directory.path / "a directory");
  for (const std::string& chapter : labs())
    for (const std::string target : {"a file/out.json", "none/out.json", "a directory"}) {
      const std::string file = (directory.path / target).string();
      const auto run = run_lab(chapter, {"--quick", "--json", file});
      INFO(chapter << "\n" << run.output);
      CHECK(run.exit_code == 1);
      CHECK(contains(run.output, file));
      // It says so before the work, not after it.
      CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
      CHECK(directory.files() == std::vector<std::string>{"a file"});
    }
}

TEST_CASE("ladder contract: --list shows every step, without a device") {
  const tests::ScopedEnvironment kernels_of("OCL_KERNEL_PATH", // where find_kernel() looks
                                            tests::source_root() + "/tests/made_up/kernels");
  for (const std::string& chapter : case_studies()) {
    const tests::TemporaryDirectory directory;
    const auto file = directory.path / "list.json";
    const auto run = Lab(chapter).run({"--list", "--json", file.string()},
                                      {{"OCL_ICD_VENDORS", "/nonexistent"}});
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 0);
    const Json steps = tests::json_from(file).at("steps");
    CHECK(steps.size() >= 2);
    std::set<std::string> ids;
    std::set<std::string> names, kernels;
    for (const Json& step : steps) {
      const std::string id = step.at("id");
      const std::string name = step.at("name");
      CHECK(std::regex_match(id, std::regex("[a-z][1-9][0-9]*[a-z]?")));
      CHECK(ids.insert(id).second);
      CHECK(names.insert(name).second);
      CHECK_FALSE(step.at("change").get<std::string>().empty());
      const std::string line = fmt::format(R"(\n{} +{} +)", id, name);
      CHECK(std::regex_search(run.output, std::regex(line)));
      // One stem names all parts of a topic.
      // A step has a kernel of its own, or that of a step before it with other values.
      const std::string kernel = step.at("kernel");
      if (kernels.count(kernel) == 0)
        CHECK(kernel == fmt::format("{}/{}_{}.cl", chapter, id, name));
      kernels.insert(kernel);
      CHECK(tests::fs::exists(common::find_kernel(step.at("kernel").get<std::string>())));
    }
  }
}

TEST_CASE("ladder contract: --step takes ids and names, and refuses others with the list") {
  for (const std::string& chapter : case_studies()) {
    const std::string size = "tiny";
    const auto run = run_lab(chapter, {"--check", "--size", size, "--step", "v2,v1"});
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "verified: v2 v1\n"));
    const std::string list = run_lab(chapter, {"--list"}).output; // ids, and behind them names
    std::smatch first;
    REQUIRE(std::regex_search(list, first, std::regex("\\nv1 +([a-z0-9_]+)")));
    CHECK(contains(run_lab(chapter, {"--check", "--size", size, "--step", first.str(1)}).output,
                   "verified: v1\n"));
    for (const char* step : {"v99", "V1", "v1,v99", "1"})
      for (const char* mode : {"--check", "--list", "--tune", "--bench"})
        check_refused(chapter, {mode, "--size", size, "--step", step}, 2, "the steps are: v1, v2");
  }
}

TEST_CASE("ladder contract: sizes that make no sense end with 2 in every mode") {
  for (const std::string& chapter : case_studies()) {
    std::vector<std::string> sizes{
        "-5", "1e9", "3x", "ax4", "x", "2x2x2x2", "99999999999999999999", "0x0", "3.5"};
    const Json more =
        tests::about_ladder(chapter).value("refused_sizes", Json{"0", "99999999", "1048577"});
    sizes.insert(sizes.end(), more.begin(), more.end());
    for (const std::string& size : sizes)
      check_refused(chapter, {"--check", "--size=" + size}, 2, "'" + size + "'");
    check_refused(chapter, {"--check", "--size="}, 2, "size");
    for (const char* mode : {"--bench", "--tune", "--quick"})
      check_refused(chapter, {mode, "--size", "5,-5"}, 2, "'-5'");
  }
}

TEST_CASE("ladder contract: a size that the device cannot hold ends with 1 in one sentence") {
  for (const std::string& chapter : tests::case_studies())
    for (const char* mode : {"--check", "--tune"}) {
      // Small enough for the kernels' index type; PoCL is told to have 1 GiB.
      const Json size = tests::about_ladder(chapter).value("too_large", Json("40000"));
      if (!size.is_null())
        check_refused(chapter, {mode, "--size", size}, 1, "--size",
                      {{"OCL_DEVICE", "cpu"}, {"POCL_MEMORY_LIMIT", "1"}});
    }
}

TEST_CASE("ladder contract: modes exclude each other") {
  const Words modes{"--check", "--bench", "--tune", "--oclgrind", "--stats", "--counters"};
  for (const std::string& chapter : case_studies())
    for (std::size_t i = 0; i < modes.size(); ++i)
      for (std::size_t j = i + 1; j < modes.size(); ++j) {
        check_refused(chapter, {modes[i], modes[j]}, 2, modes[i]);
        check_refused(chapter, {modes[j], modes[i]}, 2, modes[j]);
      }
}

TEST_CASE("ladder contract: --check verifies every awkward size and times nothing") {
  for (const std::string& chapter : case_studies()) {
    const tests::TemporaryDirectory directory;
    const auto file = directory.path / "out.json";
    harness::ProcessOptions patient;
    patient.timeout_seconds = 600; // all kernels for all sizes
    const auto run = run_lab(chapter, {"--check", "--json", file.string()}, patient);
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 0);
    const Json document = tests::json_from(file);
    std::set<std::string> sizes;
    for (const Json& row : document.at("rows")) {
      CHECK(row.at("status") != "failed");
      CHECK(row.at("median_ms").is_null());
      sizes.insert(row.at("size").get<std::string>());
    }
    CHECK(sizes.size() >= 5);
    CHECK(document.at("peers").empty());
    CHECK_FALSE(document.contains("ceilings"));
    CHECK(document.at("command") == chapter + "_lab --check --json out.json");
  }
}
