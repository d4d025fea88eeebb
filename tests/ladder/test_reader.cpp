// What a reader puts into a ladder, tried with the planted one: --kernel, --watch, --set. With the real chapters:
// tests/cli/test_reader.cpp.

#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <regex>

using tests::contains;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

namespace {

const std::string head = "__kernel void triple(__global const float* in, __global float* out,\n"
                         "    __global const float* never_written, int n) {\n"
                         "  const int i = get_global_id(0);\n";
const std::string right = head + "  if (i < n)\n    out[i] = 3.0f * in[i];\n}\n";
const std::string wrong = head + "  if (i < n)\n    out[i] = 2.0f * in[i];\n}\n";
const std::string broken = head + "  if (i < n)\n    out[i] = no_such_thing;\n}\n";
const std::string endless = head +
                            "  while (*(volatile __global const float*)(in + i) < 1e30f)\n    ;\n"
                            "  if (i < n)\n    out[i] = 3.0f * in[i];\n}\n";
const std::string crash =
    head + "  if (i < n)\n    out[(long)i * 100000000000] = 3.0f * in[i];\n}\n";
// In the order in which a CPU runs the work-items of a group, the left neighbour has always written already.
const std::string racing = head + "  __local float shared[4096];\n"
                                  "  const int l = get_local_id(0);\n"
                                  "  shared[l] = i < n ? in[i] : 0.0f;\n"
                                  "  const float left = shared[l > 0 ? l - 1 : 0];\n"
                                  "  if (i < n)\n"
                                  "    out[i] = 3.0f * in[i] + (left > 1e30f ? 1.0f : 0.0f);\n}\n";

// A reader's directory, in which the planted ladder is called.
struct Desk {
  const tests::TemporaryDirectory directory;
  const tests::fs::path path = directory.path / "a desk";

  explicit Desk(const std::string& kernel = {}) {
    tests::fs::create_directory(path);
    if (!kernel.empty())
      save(kernel);
  }
  void save(const std::string& kernel) const { directory.write("a desk/my own.cl", kernel); }
  harness::ProcessResult run(Arguments arguments) const {
    return tests::run_planted(arguments, {}, path);
  }
  // With the file "my own.cl" in the place of `step`'s.
  harness::ProcessResult check(const std::string& step = "none", const Arguments& more = {}) const {
    Arguments arguments{"--kernel", "my own.cl", "--step", step, "--check", "--size", "31"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

} // namespace

TEST_CASE("modes: --kernel of a right kernel, which need not be the step's") {
  const Desk desk(right);
  for (const char* step : {"none", "wrong", "needs"}) {
    CAPTURE(step);
    const auto run = desk.check(step, {"--json", "out.json"});
    CAPTURE(run.output);
    if (std::string(step) == "needs") { // its obstacle remains
      CHECK(run.exit_code == 77);
      CHECK(contains(run.output, "skipped: mine (my own.cl): needs four dimensions"));
      continue;
    }
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "verified: mine\n"));
    const Json rows = tests::json_from(desk.path / "out.json").at("rows");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("step") == "mine");
    CHECK(rows[0].at("name") == "my own.cl");
    CHECK(rows[0].at("parent") == step);
    CHECK_FALSE(rows[0].contains("accesses")); // the promise is the step's
  }
}

TEST_CASE("modes: --kernel builds the reader's kernel and the step's once") {
  const Desk desk(right);
  const tests::TemporaryDirectory cache; // in which PoCL has a directory for each program
  const auto run =
      tests::run_planted({"--kernel", "my own.cl", "--step", "none", "--check", "--size", "31"},
                         {{"POCL_CACHE_DIR", cache.path.string()}}, desk.path);
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  std::size_t programs = 0;
  for (const auto& entry : tests::fs::recursive_directory_iterator(cache.path))
    programs += entry.path().filename() == "program.bc" ? 1 : 0;
  if (programs == 0)
    SKIP_TEST("the device is not PoCL's");
  CHECK(programs == 2);
}

TEST_CASE("modes: --kernel of a wrong kernel says where, and ends with the first size") {
  const Desk desk(wrong);
  const auto run = desk.run({"--kernel", "my own.cl", "--step", "none", "--check"});
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "failed: mine (my own.cl): 1 of 1 values are wrong"));
  CHECK(contains(run.output, "index 0: got"));
  CHECK_FALSE(contains(run.output, "31 of 31"));
}

TEST_CASE("modes: --kernel that does not compile shows the reader's file and line") {
  const Desk desk(broken);
  const auto run = desk.check();
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "failed: mine (my own.cl): my own.cl does not build for "));
  CHECK(contains(run.output, "my own.cl:5:14"));
  CHECK_FALSE(contains(run.output, desk.path.string()));
}

TEST_CASE("modes: --kernel finds what the file includes beside it, and else beside the step's") {
  const Desk desk("#include \"mine.clh\"\n#include \"triple.cl\"\n");
  desk.directory.write("a desk/mine.clh", "#define BUG_wrong\n");
  CHECK(contains(desk.check().output, "failed: mine (my own.cl): 1 of 31 values"));
  desk.directory.write("a desk/mine.clh", "\n");
  const auto run = desk.check();
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
}

TEST_CASE("modes: --kernel with another kernel or other arguments than the launcher's") {
  const Desk desk("__kernel void twice(__global float* out) {}\n");
  const auto other = desk.check();
  CAPTURE(other.output);
  CHECK(other.exit_code == 1);
  CHECK(contains(other.output, "my own.cl defines no kernel triple, which the launcher of none "
                               "runs; it defines twice."));
  // The signature is compared before anything runs: results that are wrong say nothing of it.
  const std::vector<std::pair<std::string, std::string>> wrong_ones{
      {"__global float* a, __global float* b",
       "triple takes 2 arguments, and the launcher of none passes 4: "},
      {"__global float* a, __global float* b, __global float* c, int n, int m",
       "triple takes 5 arguments, and the launcher of none passes 4: "},
      {"__global float* a, __global float* b, __global float* c, float n",
       "argument 3 of triple is 'float n', and the launcher of none passes 'int n' there"},
      {"__global float* a, __global float* b, __global float* c, long n",
       "argument 3 of triple is 'long n', and the launcher of none passes 'int n' there"},
      {"__global float* a, __global float* b, int n, __global float* c",
       "argument 2 of triple is 'int n', and the launcher of none passes 'global float* "},
      {"__global float* a, __local float* b, __global float* c, int n",
       "argument 1 of triple is 'local float* b', and the launcher of none passes 'global "
       "float* "}};
  for (const auto& [parameters, complaint] : wrong_ones) {
    CAPTURE(parameters);
    desk.save(fmt::format("__kernel void triple({}) {{}}\n", parameters));
    const auto run = desk.check();
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, complaint));
    CHECK_FALSE(contains(run.output, "values are wrong"));
  }
  // What makes no difference is no complaint: the results are looked at.
  for (const char* parameters :
       {"constant float* a, global float4* b, global float* c, uint n",
        "global const float* restrict a, global float* b, global float* c, unsigned int n"}) {
    CAPTURE(parameters);
    desk.save(fmt::format("kernel void triple({}) {{}}\n", parameters));
    CHECK(contains(desk.check().output, "values are wrong"));
  }
}

TEST_CASE("modes: --kernel that never ends is ended, and said so") {
  const Desk desk(endless);
  const auto run = desk.check("endless", {"--kernel-seconds", "1"});
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "error: mine (my own.cl) at 31 had not finished after 1 s"));
}

TEST_CASE("modes: --kernel that crashes is a message") {
  const Desk desk(crash);
  const auto run = desk.check();
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  // Drivers of GPUs report an error instead; the sanitizer speaks for itself.
#ifdef SANITIZED
  CHECK(contains(run.output, "AddressSanitizer: SEGV"));
#else
  CHECK(std::regex_search(run.output, std::regex("mine \\(my own.cl\\)( at 31 crashed|: )")));
#endif
}

TEST_CASE("modes: --oclgrind with --kernel finds races, and counts without judging") {
  NEEDS_OCLGRIND;
#ifdef SANITIZED
  SKIP_TEST("programs with sanitizers do not run under Oclgrind");
#endif
  const Desk desk(racing);
  const Arguments arguments{"--kernel",   "my own.cl", "--step", "none",
                            "--oclgrind", "--size",    "31"};
  const auto race = desk.run(arguments);
  CAPTURE(race.output);
  CHECK(race.exit_code == 1);
  CHECK(contains(race.output, "data race"));
  CHECK(contains(race.output, "At line 7 (column 22) of my own.cl"));
  CHECK(contains(race.output, "more in the same lines"));
  desk.save(std::regex_replace(right, std::regex("3.0f \\* in\\[i\\]"), "2.0f * in[i] + in[i]"));
  const auto wasteful = desk.run(arguments);
  CAPTURE(wasteful.output);
  CHECK(wasteful.exit_code == 0);
  CHECK(contains(wasteful.output, "mine  clean"));
  CHECK(std::regex_search(
      wasteful.output,
      std::regex("triple: (31|62) global loads \\(none: 31\\), 31 global stores")));
  desk.save(wrong);
  CHECK(desk.run(arguments).exit_code == 1);
  // Its search for uninitialised values does not know what clang makes of a division of the index.
  desk.save(head + "  const int row = i / n, column = i % n;\n"
                   "  if (row == 0)\n    out[column] = 3.0f * in[column];\n}\n");
  const auto division = desk.run(arguments);
  CAPTURE(division.output);
  CHECK(division.exit_code == 0);
  CHECK(contains(division.output, "mine  clean (uninitialised values not looked for)"));
}

TEST_CASE("modes: --kernel has a row beside the step's, and the peers' in a bench") {
  const Desk desk(right);
  const auto run = desk.run({"--kernel", "my own.cl", "--step", "slow", "--bench", "--size", "1000",
                             "--json", "out.json"});
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  const Json document = tests::json_from(desk.path / "out.json");
  const Json& rows = document.at("rows");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("step") == "slow");
  CHECK(rows[1].at("step") == "mine");
  // The step does the work of thousands.
  CHECK(rows[1].at("x_step_before").get<double>() > 2.0);
  CHECK(document.at("peers").at(0).at("name") == "right peer");
  CHECK(std::regex_search(run.output, std::regex("\nmine +my own.cl ")));
}

TEST_CASE("modes: --counters counts a reader's kernel beside that of its step") {
  const Desk desk(right);
  const auto run =
      desk.run({"--kernel", "my own.cl", "--step", "none", "--counters", "--json", "counted.json"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  const Json rows = tests::json_from(desk.path / "counted.json").at("rows");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("step") == "none");
  CHECK(rows[1].at("step") == "mine");
}

TEST_CASE("modes: --kernel without one step, or without a file, says what to do") {
  const Desk desk(right);
  const auto several = desk.run({"--kernel", "my own.cl", "--step", "none,wrong"});
  CAPTURE(several.output);
  CHECK(several.exit_code == 2);
  CHECK(contains(several.output, "name it with --step"));
  CHECK(desk.run({"--kernel", "my own.cl"}).exit_code == 2);
  CHECK(desk.run({"--kernel", "my own.cl", "--step", "none", "--tune"}).exit_code == 2);
  CHECK(desk.run({"--watch", "--step", "none"}).exit_code == 2);
  CHECK(desk.run({"--kernel", "my own.cl", "--step", "none", "--kernel-seconds", "0"}).exit_code ==
        2);
  CHECK(contains(desk.run({"--kernel", ".", "--step", "none"}).output, "that is not a file"));

  const auto missing = desk.run({"--kernel", "new.cl", "--step", "none"});
  CAPTURE(missing.output);
  CHECK(missing.exit_code == 2);
  std::smatch command;
  REQUIRE(std::regex_search(missing.output, command, std::regex("\n  cp '(.*)' 'new.cl'\n")));
  CHECK(tests::fs::is_regular_file(desk.path / command[1].str()));
}

TEST_CASE("modes: --watch checks again at each save, whatever the editor does") {
  const Desk desk(right);
  const auto log = desk.path / "log";
  int saves = 0;
  harness::ProcessOptions options;
  options.environment = {{"OCL_KERNEL_PATH", tests::source_root() + "/tests/ladder/kernels"}};
  options.directory = desk.path;
  options.timeout_seconds = 100;
  options.give_up =
      [&] { // asked again and again: saves the next version when the last one was checked
        const std::string output = common::read_text(log);
        int checked = 0;
        for (std::size_t at = output.find("watching my own.cl"); at != output.npos;
             at = output.find("watching my own.cl", at + 1))
          ++checked;
        if (checked <= saves)
          return false;
        switch (++saves) {
        case 1:
          desk.save(broken);
          return false;
        case 2: // a new file in the old one's place, after a moment without
          tests::fs::remove(desk.path / "my own.cl");
          desk.directory.write("a desk/other", wrong);
          tests::fs::rename(desk.path / "other", desk.path / "my own.cl");
          return false;
        case 3:
          desk.save(right + "// mended\n");
          return false;
        default:
          return true;
        }
      };
  common::write_text(log, "");
  const auto run = harness::run_process(
      {"sh", "-c", "exec \"$0\" \"$@\" >> log 2>&1",
       (tests::fs::path(tests::test_bin_dir()) / "planted_ladder").string(), "--kernel",
       "my own.cl", "--step", "none", "--check", "--size", "31", "--watch"},
      options);
  const std::string output = common::read_text(log);
  CAPTURE(output);
  CHECK(saves == 4);
  const std::vector<std::string> order{"verified: mine",     "watching my own.cl; Ctrl-C ends",
                                       "── my own.cl ──",    "my own.cl:5:14",
                                       "watching my own.cl", "31 of 31 values are wrong",
                                       "watching my own.cl", "verified: mine"};
  std::size_t at = 0;
  for (const std::string& part : order) {
    CAPTURE(part);
    at = output.find(part, at);
    REQUIRE(at != output.npos);
    at += part.size();
  }
}

TEST_CASE("modes: --watch of what makes no sense ends at once") {
  const Desk desk;
  const auto run = desk.run({"--kernel", "none.cl", "--step", "none", "--watch"});
  CHECK(run.exit_code == 2);
  CHECK_FALSE(contains(run.output, "watching"));
}

TEST_CASE("modes: --set puts a value into the presets, and verifies as usual") {
  const Desk desk;
  const auto run = [&](const std::string& values, const std::string& step = "tunable") {
    return desk.run(
        {"--set", values, "--step", step, "--check", "--size", "31", "--json", "out.json"});
  };
  for (const int way : {1, 9}) { // 9 is in no list
    const auto one = run(fmt::format("WAY={}", way));
    CAPTURE(one.output);
    CHECK(one.exit_code == 0);
    CHECK(tests::json_from(desk.path / "out.json").at("rows").at(0).at("values").at("WAY") == way);
  }
  const auto both = run("WAY=1", "tunable,none");
  CHECK(both.exit_code == 0);
  CHECK(contains(both.output, "verified: tunable none"));
  CHECK(contains(both.output, "none has no WAY and is as before"));
  CHECK(contains(run("WAY=0").output,
                 "failed: tunable (planted_tunable): 31 of 31 values are wrong"));
  CHECK(contains(run("WAY=3").output, "this way is closed"));
  const auto refused = run("WAY=4");
  CHECK(refused.exit_code == 77);
  CHECK(contains(refused.output, "WAY=4 needs more than there is"));
  CHECK(run("WAY=4", "tunable,none").exit_code == 0);
}

TEST_CASE("modes: --set of nonsense is a usage error") {
  const Desk desk;
  for (const char* values : {"WAY", "WAY=", "=1", "WAY=x", "WAY=1x", "WAY=-1", "WAY= 1",
                             "WAY=99999999", "WAY=1,WAY=2"}) {
    CAPTURE(values);
    const auto run = desk.run({"--set", values, "--step", "tunable", "--check"});
    CAPTURE(run.output);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.output, "error: --set "));
  }
  const auto unknown = desk.run({"--set", "FOO=1", "--step", "none,tunable", "--check"});
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.output, "none of these steps has a parameter FOO: tunable has WAY."));
  CHECK(contains(desk.run({"--set", "FOO=1", "--step", "none"}).output, "they have none"));
  CHECK(desk.run({"--set", "WAY=1", "--step", "tunable", "--tune"}).exit_code == 2);
}

TEST_CASE("modes: --set and --kernel together") {
  const Desk desk(std::regex_replace(right, std::regex("3.0f"), "(WAY == 5 ? 3.0f : 2.0f)"));
  const auto run = desk.check("tunable", {"--set", "WAY=5"});
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(desk.check("tunable").exit_code == 1);
}
