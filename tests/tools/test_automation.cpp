// The development container and the forge's workflow call only what there is.
#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"

#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = tests::source_root();

/// The calls of ./learn and of what is in .ci in a text.
std::set<std::string> calls_in(const std::string& text) {
  static const std::regex call(R"((\./learn|bash \.ci/(?:run|full))( [\w-]+)?)");
  std::set<std::string> calls;
  for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it)
    calls.insert(it->str());
  return calls;
}

void check_calls(const std::set<std::string>& calls) {
  for (const std::string& call : calls) {
    CAPTURE(call);
    std::istringstream words(call);
    std::string program, word;
    words >> program >> word;
    if (program != "./learn") {
      CHECK(fs::is_regular_file(root / word));
      continue;
    }
    const fs::perms permissions = fs::status(root / program).permissions();
    CHECK((permissions & fs::perms::others_exec) != fs::perms::none);
    if (!word.empty() && word != "--yes") // which the script itself understands
      CHECK(harness::run_process(
                {(fs::path(tests::bin_dir()) / "learn-tool").string(), word, "--help"})
                .exit_code == 0);
  }
}

} // namespace

TEST_CASE("automation: the development container starts with ./learn") {
  const std::string text = common::read_text(root / ".devcontainer/devcontainer.json");
  const auto document = nlohmann::json::parse(text, nullptr, false);
  REQUIRE(document.is_object());
  const std::set<std::string> calls = calls_in(document.value("postCreateCommand", ""));
  CHECK(calls == std::set<std::string>{"./learn --yes"});
  check_calls(calls);
}

TEST_CASE(
    "automation: the workflow calls ./learn and what is in .ci, and is YAML as plain as it looks") {
  const std::string text = common::read_text(root / ".github/workflows/ci.yml");
  const std::set<std::string> calls = calls_in(text.substr(text.find("jobs:")));
  CHECK(calls == std::set<std::string>{"./learn --yes", "bash .ci/run", "bash .ci/full"});
  check_calls(calls);
  // A comment, or `key: value` and `- key: value`, two spaces a level, no tabs, and no `: ` or ` #` within a value.
  const std::regex plain(
      R"(#.*|((?:  )*)(?:- )?[\w-]+:(?: (?!.*(?:: | #))[^\t&*!|>%@`'"{][^\t]*)?)");
  std::istringstream lines(text);
  std::size_t deepest = 0; // where the line may begin
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    std::smatch match;
    REQUIRE(std::regex_match(line, match, plain));
    if (line[0] == '#')
      continue;
    CHECK(match.length(1) <= deepest);
    deepest = match.length(1) + (line.back() == ':' ? 2 : 0);
  }
}

namespace {

/// A machine whose apt-get refuses some packages: a directory with that apt-get, and what it installed.
struct Machine {
  tests::TemporaryDirectory bin;

  Machine(const std::string& installed, const std::string& refused) {
    program("apt-get", "for name; do :; done\n" // the last argument
                       "case $1:\" " +
                           refused +
                           " \" in update:*) exit ;; *\" $name \"*) echo held broken packages >&2; "
                           "exit 100 ;; esac\n"
                           "[ \"$name\" != nodejs ] || name=node\n"
                           "printf '#!/bin/sh\\necho \"'\"$name\"' $*\"\\n' >\"${0%/*}/$name\" && "
                           "chmod +x \"${0%/*}/$name\"\n");
    std::istringstream names(installed);
    for (std::string name; names >> name;)
      program(name, "echo \"" + name + " $*\"\n");
  }

  harness::ProcessResult run(const std::string& functions) const {
    for (const char* name : {"chmod", "sh"})
      if (!fs::exists(bin.path / name))
        fs::create_symlink(harness::find_program(name), bin.path / name);
    return harness::run_process({"bash", "-c", ". \"$1\"; PATH=$2; " + functions, "bash",
                                 (root / ".ci/functions.sh").string(), bin.path.string()});
  }

 private:
  void program(const std::string& name, const std::string& body) {
    fs::permissions(bin.write(name, "#!/bin/sh\n" + body), fs::perms::owner_all);
  }
};

} // namespace

TEST_CASE(
    "automation: each package is installed by itself, and only where its command is missing") {
  const std::string functions = "want clang-format clang-format; want_book /book";

  const auto bare = Machine("", "").run(functions);
  CHECK(bare.exit_code == 0);
  CHECK(bare.output == "npm ci --ignore-scripts --no-fund --no-audit --prefix /book\n");

  // Node.js from elsewhere, with its own npm: apt refuses both, and nobody has asked it.
  const auto foreign = Machine("node npm", "nodejs npm").run(functions);
  CHECK(foreign.exit_code == 0);
  CHECK(foreign.output == bare.output);

  // Node.js from elsewhere without npm, which apt then refuses: the book is skipped, and nothing else.
  const auto without_npm =
      Machine("node", "nodejs npm").run(functions + "; clang-format --version");
  CHECK(without_npm.exit_code == 0);
  CHECK(without_npm.output ==
        "skipped: no npm, since apt-get cannot install npm here: what needs it is left out\n"
        "clang-format --version\n");

  const auto nothing = Machine("", "clang-format nodejs npm").run(functions + "; echo on we go");
  CHECK(nothing.exit_code == 0);
  CHECK(nothing.output ==
        "skipped: no clang-format, since apt-get cannot install clang-format here: what needs it "
        "is left out\n"
        "skipped: no node, since apt-get cannot install nodejs here: what needs it is left out\n"
        "on we go\n");
}

TEST_CASE("automation: the closing line counts each test once, and names what passed the second "
          "time only") {
  const tests::TemporaryDirectory directory;
  const auto closing_line = [&](const std::string& log) {
    return harness::run_process({"bash", "-c", ". \"$1\"; closing_line \"$2\"", "bash",
                                 (root / ".ci/functions.sh").string(),
                                 directory.write("log", log).string()});
  };
  const auto mixed = closing_line("1/4 Test #1: unit: one ....   Passed    0.10 sec\n"
                                  "2/4 Test #12: unit: two ...***Failed    0.10 sec\n"
                                  "    Test #12: unit: two ...   Passed    0.10 sec\n"
                                  "3/4 Test  #3: three ........***Skipped   0.10 sec\n"
                                  "4/4 Test  #4: four ........***Failed   0.10 sec\n"
                                  "    Test  #4: four ........***Timeout   0.10 sec\n"
                                  "75% tests passed, 1 tests failed out of 4\n");
  CHECK(mixed.exit_code == 0);
  CHECK(mixed.output == "flaky: unit: two\n2 passed, 1 failed, 1 skipped\n");
  const auto programs =
      closing_line("01_hello   passed\n02_b   skipped: no images\n03_c  FAILED with exit code 1\n");
  CHECK(programs.output == "1 passed, 1 failed, 1 skipped\n");
  CHECK(closing_line("No tests were found!!!\n").exit_code == 1);
}
