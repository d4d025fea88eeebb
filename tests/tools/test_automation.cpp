// The development container and the forge's workflow call only what there is.
#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"

#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = SOURCE_ROOT;

/// The calls of ./learn and .ci/run in a text.
std::set<std::string> calls_in(const std::string& text) {
  static const std::regex call(R"((\./learn|bash \.ci/run)( [\w-]+)?)");
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
      CHECK(harness::run_process({(fs::path(BIN_DIR) / "learn-tool").string(), word, "--help"})
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

TEST_CASE("automation: the workflow calls ./learn and .ci/run, and is YAML as plain as it looks") {
  const std::string text = common::read_text(root / ".github/workflows/ci.yml");
  const std::set<std::string> calls = calls_in(text.substr(text.find("jobs:")));
  CHECK(calls == std::set<std::string>{"./learn --yes", "./learn test", "bash .ci/run"});
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
