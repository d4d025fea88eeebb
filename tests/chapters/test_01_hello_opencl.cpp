// Chapter 1: both first programs do what the lesson says, and notice when a kernel is wrong.

#include "harness/process.hpp"
#include "tests/support/chapter.hpp"

#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using tests::contains;
using tests::Environment;

namespace {

const tests::Lab chapter("01_hello_opencl");
const std::string program = BIN_DIR "/01_hello_opencl_lab";
const std::string program_in_c = BIN_DIR "/01_hello_opencl_c";

harness::ProcessResult run(std::vector<std::string> command, const Environment& environment = {}) {
  return harness::run_process(command, {120, environment, {}});
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

} // namespace

TEST_CASE("01: both programs verify their sums, part by part") {
  for (const std::string& name : {program, program_in_c}) {
    CAPTURE(name);
    const harness::ProcessResult result = run({name});
    CAPTURE(result.output);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "Hello from "));
    CHECK(contains(result.output, "verified: the device and the host agree on all 1000 sums"));
    for (int part = 1; part <= 7; ++part)
      CHECK(contains(result.output, "\n" + std::to_string(part) + "  "));
  }
}

TEST_CASE("01: the C program goes through the same parts as the C++ program") {
  const auto cpp = lines_of(run({program}).output);
  const auto c = lines_of(run({program_in_c}).output);
  REQUIRE(cpp.size() == c.size());
  for (std::size_t i = 0; i < cpp.size(); ++i)
    if (cpp[i][0] == '7') // the random numbers differ
      CHECK(cpp[i].substr(0, 28) == c[i].substr(0, 28));
    else
      CHECK(cpp[i] == c[i]);
}

TEST_CASE("01: the seed makes the numbers") {
  const std::string output = run({program}).output;
  CHECK(output == run({program, "--seed", "42"}).output);
  CHECK(output != run({program, "--seed", "43"}).output);
}

TEST_CASE("01: runs from any directory") {
  for (const std::string& name : {program, program_in_c})
    CHECK(harness::run_process({name}, {120, {}, "/"}).exit_code == 0);
}

TEST_CASE("01: work-groups of one work-item are enough") {
  for (const std::string& name : {program, program_in_c}) {
    const auto result = run({name, "--device", "cpu"}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}});
    CAPTURE(result.output);
    CHECK(result.exit_code == 0);
    // Only PoCL knows the variable; another CPU platform keeps its groups of 64.
    CHECK((contains(result.output, "1000 work-items in 1000 work-groups of 1\n") ||
           contains(result.output, "1024 work-items in 16 work-groups of 64\n")));
  }
}

TEST_CASE("01: a wrong kernel does not pass") {
  const std::vector<std::array<std::string, 3>> cases{
      {"a[i] + b[i];", "a[i] - b[i];", "sums are wrong"},
      {"a[i] + b[i];", "a[i] + b[0];", "999 of 1000 sums are wrong"},
      {"i < n", "i < n - 1", "1 of 1000 sums are wrong"},
      {"i < n", "i > n", "1000 of 1000 sums are wrong"}, // the result stays what it was: NaN
      {"get_global_id(0)", "get_local_id(0)", "sums are wrong"},
      {"get_global_id(0)", "get_globl_id(0)", "does not build"},
      {"vector_add(global", "vector_sub(global", "CL_INVALID_KERNEL_NAME"},
      {", uint n", ", ulong n", "CL_INVALID_ARG_SIZE"},
  };
  for (const auto& [from, to, message] : cases) {
    const tests::TemporaryDirectory directory;
    const fs::path file =
        directory.write("vector_add.cl", chapter.changed_kernel("vector_add.cl", from, to));
    const auto result = chapter.run_changed("vector_add.cl", from, to, {});
    CAPTURE(file.string());
    CAPTURE(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, message));
    CHECK(!contains(result.output, "verified"));

    const auto in_c = run({program_in_c, "--kernel", file.string()});
    CAPTURE(in_c.output);
    CHECK(in_c.exit_code == 1);
    CHECK(contains(in_c.output, "error: "));
    CHECK(!contains(in_c.output, "verified"));
  }
}

TEST_CASE("01: bad command lines and machines without OpenCL get one clear message") {
  for (const std::string& name : {program, program_in_c}) {
    CAPTURE(name);
    CHECK(run({name, "--help"}).exit_code == 0);
    CHECK(run({name, "--no-such-option"}).exit_code == 2);
    CHECK(run({name, "--device"}).exit_code == 2);

    const auto unknown = run({name, "--device", "no such device"});
    CHECK(unknown.exit_code == 1);
    CHECK(contains(unknown.output, "no OpenCL device fits 'no such device'"));
    CHECK(run({name}, {{"OCL_DEVICE", "no such device"}}).exit_code == 1);
    CHECK(run({name, "--device", "99999"}).exit_code == 1);

    const auto none = run({name}, tests::Unplugged().environment);
    CAPTURE(none.output);
    CHECK(none.exit_code == 1);
    CHECK(contains(none.output, "-1001"));
    CHECK(contains(none.output, "pocl-opencl-icd"));
    CHECK(none.output.find("error: ") == none.output.rfind("error: "));
  }
  const auto missing = run({program_in_c, "--kernel", "/nonexistent.cl"});
  CHECK(missing.exit_code == 1);
  CHECK(contains(missing.output, "cannot read '/nonexistent.cl'"));
}

TEST_CASE("01: each mistake on purpose shows its message and fails") {
  const std::vector<std::pair<std::string, std::string>> expected{
      {"syntax-error", "expected ';'"},
      {"wrong-name", "CL_INVALID_KERNEL_NAME"},
      {"missing-argument", "CL_INVALID_KERNEL_ARGS"},
      {"wrong-type", "CL_INVALID_ARG_SIZE"},
      {"odd-group", "CL_INVALID_WORK_GROUP_SIZE"},
      {"no-guard", "All 1000 sums are right. But 24 floats behind the end of c"}};
  for (const auto& demo : expected) {
    const auto result = run({program, "--demo", demo.first});
    CAPTURE(demo.first);
    CAPTURE(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, demo.second));
    CHECK(contains(result.output, "What to learn: "));
  }
}

TEST_CASE("01: the JSON says what ran") {
  const tests::Json json = chapter.results({});
  CHECK(json.at("elements") == 1000);
  CHECK(json.at("verified") == true);
  CHECK(json.at("global_size").get<int>() % json.at("local_size").get<int>() == 0);
  CHECK(!json.at("device").at("name").get<std::string>().empty());
}
