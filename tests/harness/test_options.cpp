// The options that every program has.

#include "harness/options.hpp"

#include "common/error.hpp"
#include "tests/support/support.hpp"

#include <CLI/CLI.hpp>

using tests::contains;

namespace {

// Parses a command line; returns the exit code that parse() ends with, or -1 where it goes on.
int parse_code(std::vector<std::string> words, harness::LabOptions& options, std::string& output) {
  words.insert(words.begin(), "/somewhere/program");
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  CLI::App app{"A program."};
  harness::add_lab_options(app, options);
  int code = -1;
  output = tests::output_of([&] {
    try {
      common::parse(app, static_cast<int>(arguments.size()), arguments.data());
    } catch (const common::Exit& exit) {
      code = exit.code;
    }
  });
  return code;
}

int parse_code(const std::vector<std::string>& words) {
  harness::LabOptions options;
  std::string output;
  return parse_code(words, options, output);
}

} // namespace

TEST_CASE("options: without any, the defaults") {
  harness::LabOptions options;
  std::string output;
  CHECK(parse_code({}, options, output) == -1);
  CHECK(options.device.empty());
  CHECK_FALSE(options.quick);
  CHECK(options.seed == 42);
  CHECK(options.json_file.empty());
  CHECK(output.empty());
}

TEST_CASE("options: all of them") {
  harness::LabOptions options;
  std::string output;
  CHECK(parse_code({"--device", "my gpu", "--quick", "--seed", "7", "--json=out.json"}, options,
                   output) == -1);
  CHECK(options.device == "my gpu");
  CHECK(options.quick);
  CHECK(options.seed == 7);
  CHECK(options.json_file == "out.json");
}

TEST_CASE("options: help ends with 0, nonsense with 2, and says so") {
  harness::LabOptions options;
  std::string output;
  CHECK(parse_code({"--help"}, options, output) == 0);
  for (const char* option : {"--device", "--quick", "--seed", "--json"})
    CHECK(contains(output, option));
  CHECK(parse_code({"--no-such-option"}, options, output) == 2);
  CHECK(contains(output, "--no-such-option"));
  CHECK(contains(output, "--help"));
  CHECK(parse_code({"positional"}) == 2);
  CHECK(parse_code({"--seed", "seven"}) == 2);
  CHECK(parse_code({"--seed", "-1"}) == 2);
  CHECK(parse_code({"--seed", "99999999999"}) == 2);
  CHECK(parse_code({"--seed"}) == 2);
  CHECK(parse_code({"--device"}) == 2);
  CHECK(parse_code({"--quick=maybe"}) == 2);
}

TEST_CASE("options: the command line as one would type it") {
  std::vector<std::string> words{"/a/path/15_matmul", "--size", "64", "--check"};
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  CHECK(harness::command_line(4, arguments.data()) == "15_matmul --size 64 --check");
  CHECK(harness::command_line(1, arguments.data()) == "15_matmul");
  CHECK(harness::command_line(0, nullptr).empty());
}
