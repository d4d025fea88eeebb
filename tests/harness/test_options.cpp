// The options that every program has.

#include "harness/system/options.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
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

TEST_CASE("options: an option without a value is no default") {
  for (const char* option : {"--seed=", "--json=", "--device="})
    CHECK(parse_code({option}) == 2);
  harness::LabOptions options;
  std::string output;
  CHECK(parse_code({"--seed", ""}, options, output) == 2);
  CHECK(contains(output, "--seed"));
}

TEST_CASE("options: a number is one that can be computed with") {
  const auto code = [](const std::string& option, const std::string& value) {
    CLI::App app{"numbers"};
    double real = 0, in_range = 1;
    float single = 0;
    int whole = 0;
    std::vector<float> list;
    std::string text;
    common::ProgramOptions options;
    common::add_program_options(app, options);
    app.add_option("--real", real);
    app.add_option("--range", in_range)->check(CLI::Range(0.05, 64.0));
    app.add_option("--single", single);
    app.add_option("--whole", whole);
    app.add_option("--list", list)->delimiter(',');
    app.add_option("--text", text);
    std::string program = "program", word = option + "=" + value;
    std::array<char*, 2> arguments{program.data(), word.data()};
    return common::run_main([&] {
      common::parse(app, 2, arguments.data());
      return 0;
    });
  };
  for (const std::string option :
       {"--real", "--range", "--single", "--whole", "--list", "--seed"}) {
    CAPTURE(option);
    CHECK(code(option, "2") == common::exit_passed);
    for (const char* value :
         {"nan", "-nan", "inf", "-inf", "Infinity", "NAN(1)", "1e999", "-1e999", "1e39", "2x",
          "2 3", "x", "99999999999999999999999999999999999999999"}) {
      CAPTURE(value);
      CHECK(code(option, value) == common::exit_usage);
    }
  }
  for (const std::string option : {"--whole", "--seed"})
    for (const char* value : {"4294967296", "9999999999", "1.5", "99999999999999999999"})
      CHECK(code(option, value) == common::exit_usage);
  CHECK(code("--seed", "-1") == common::exit_usage);
  CHECK(code("--list", "1,nan") == common::exit_usage);
  CHECK(code("--text", "nan") == common::exit_passed);
}

TEST_CASE("options: two options may not name the same file, before anything is written") {
  const tests::TemporaryDirectory directory;
  const std::string file = directory.write("a.png", "a picture").string();
  tests::fs::create_symlink(file, directory.path / "link.png");
  tests::fs::create_hard_link(file, directory.path / "hard.png");
  const std::string usual = (directory.path / "usual.png").string();
  const auto complaint = [&](std::vector<std::string> words, const char* type = "FILE") {
    harness::LabOptions options;
    CLI::App app{"A program."};
    harness::add_lab_options(app, options);
    std::vector<std::string> plot;
    std::string input, output = usual, name;
    app.add_option("--input", input)->type_name(type);
    app.add_option("--output", output)->type_name(type);
    app.add_option("--plot", plot)->expected(2)->type_name("FILE.json FILE.svg");
    app.add_option("--name", name);
    words.insert(words.begin(), "program");
    std::vector<char*> arguments;
    for (std::string& word : words)
      arguments.push_back(word.data());
    try {
      common::parse(app, static_cast<int>(arguments.size()), arguments.data());
    } catch (const common::UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto refused = [&](const std::vector<std::string>& words, const char* one,
                           const char* other) {
    const std::string text = complaint(words);
    CAPTURE(text);
    return contains(text, one) && contains(text, other);
  };
  const std::string link = (directory.path / "link.png").string();
  const std::string same = (directory.path / "." / "a.png").string();
  const std::string fresh = (directory.path / "new.json").string();
  CHECK(refused({"--json", file, "--input", file}, "--json", "--input"));
  CHECK(refused({"--output", link, "--input", file}, "--output", "--input"));
  CHECK(refused({"--json=" + same, "--output", file}, "--json", "--output"));
  CHECK(refused({"--json", fresh, "--output", fresh}, "--json", "--output"));
  CHECK(refused({"--plot", fresh, fresh}, "--plot", "new.json"));
  CHECK(refused({"--json", usual}, "--json", "--output")); // its default
  // The programs of the lessons do not say that --input and --output are files.
  const std::string hard = (directory.path / "hard.png").string();
  const std::string text = complaint({"--input", file, "--output", hard}, "TEXT");
  CHECK(text == complaint({"--input", file, "--output", hard}));
  CHECK(contains(text, "--input and --output name the same file"));
  CHECK(complaint({"--json", "/dev/null", "--input", "/dev/null"}).empty());
  CHECK(complaint({"--json", fresh, "--input", file, "--output", fresh + ".png"}).empty());
  CHECK(complaint({"--json", "-", "--name", "-", "--output", fresh + ".png"}).empty());
  CHECK(complaint({"--json", "/dev/null", "--plot", "/dev/null", "/dev/null"}).empty());
  CHECK(common::read_text(file) == "a picture");
  CHECK_FALSE(tests::fs::exists(fresh));
}

TEST_CASE("options: the command line as one would type it") {
  std::vector<std::string> words{"/a/path/15_matmul", "--size", "64", "--check"};
  std::vector<char*> arguments;
  for (std::string& word : words)
    arguments.push_back(word.data());
  CHECK(harness::command_line(4, arguments.data()) == "15_matmul --size 64 --check");
  CHECK(harness::command_line(1, arguments.data()) == "15_matmul");
  CHECK(harness::command_line(0, nullptr).empty());
  // Where the results went is nobody's business, in whatever form it was said.
  words = {"15_matmul", "--json", "/somewhere/else/a.json", "--json=/somewhere/else/b.json",
           "--json="};
  arguments.clear();
  for (std::string& word : words)
    arguments.push_back(word.data());
  CHECK(harness::command_line(5, arguments.data()) ==
        "15_matmul --json a.json --json=b.json --json=");
}
