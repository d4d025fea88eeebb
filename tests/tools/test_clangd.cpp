// .clangd: what an editor says about the kernels and the C++.
#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"
#include "tools/exercise/catalogue.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using tests::contains;

const fs::path root = tests::source_root();

/// Texts by the path that they are to have in the source tree, where they need not lie.
using Texts = std::map<std::string, std::string>;

std::string percent_encoded(const std::string& path) {
  std::string result;
  for (const char c : path)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 || contains("-_.~/", {&c, 1})
                  ? std::string(1, c)
                  : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

/// The first error that clangd reports for each text, and for .clangd; empty where there is none. No entry for a text that
/// it did not look at. One process for all.
Texts errors_in(const Texts& texts) {
  const std::string prefix = "file://" + percent_encoded(root.string()) + "/";
  std::string input;
  const auto send = [&](const std::string& method, const json& parameters) {
    json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}};
    if (method == "initialize" || method == "shutdown")
      message["id"] = method; // a request
    input += message.dump() + "\n---\n";
  };
  send("initialize", {{"rootUri", prefix}, {"capabilities", json::object()}});
  for (const auto& text : texts)
    send("textDocument/didOpen", {{"textDocument",
                                   {{"uri", prefix + text.first},
                                    {"languageId", ""},
                                    {"version", 1},
                                    {"text", text.second}}}});
  send("shutdown", nullptr);
  send("exit", nullptr);

  const tests::TemporaryDirectory directory;
  const fs::path file = directory.write("messages", input);
  const harness::ProcessResult result =
      harness::run_process({"sh", "-c",
                            "clangd --enable-config --background-index=0 --input-style=delimited "
                            "--sync <\"$0\" 2>/dev/null",
                            file.string()},
                           {.timeout_seconds = 600});
  Texts errors;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    // The head of the next message follows on the same line.
    const json message = json::parse(line.substr(0, line.rfind('}') + 1), nullptr, false);
    if (message.is_discarded() || message.value("method", "") != "textDocument/publishDiagnostics")
      continue;
    const json& report = message["params"];
    std::string& error = errors[report["uri"].get<std::string>().substr(prefix.size())];
    for (const json& finding : report["diagnostics"])
      if (finding["severity"] == 1 && error.empty())
        error = fmt::format("line {}: {}", finding["range"]["start"]["line"].get<int>() + 1,
                            finding["message"].get<std::string>());
  }
  return errors;
}

void check_all(const Texts& texts) {
  const Texts errors = errors_in(texts);
  for (const auto& text : texts)
    CHECK_MESSAGE(errors.count(text.first) == 1, text.first, ": clangd did not look at it");
  for (const auto& error : errors)
    CHECK_MESSAGE(error.second.empty(), error.first, ": ", error.second,
                  " (.clangd gives the macros that programs pass with -D)");
}

} // namespace

// But for those that are wrong on purpose.
TEST_CASE("clangd: the kernels parse as .clangd says" * tests::long_tier) {
  if (harness::find_program("clangd").empty())
    SKIP_TEST("clangd is not installed");
  Texts texts;
  const auto add = [&](const fs::path& as, const fs::path& file) {
    texts[as.lexically_relative(root).generic_string()] = common::read_text(file);
  };
  for (const char* tree : {"kernels", "solutions"})
    for (const auto& entry : fs::recursive_directory_iterator(root / tree)) {
      const fs::path& path = entry.path();
      if ((path.extension() == ".cl" || path.extension() == ".clh") &&
          path.parent_path().filename() != "wrong")
        add(path, path);
    }
  const exercise::Places places{root};
  for (const exercise::Exercise& e : exercise::catalogue(root)) {
    if (fs::path(e.file).extension() != ".cl")
      continue;
    if (e.fails_with != exercise::Outcome::build)
      add(places.starter(e), places.starter(e));
    add(places.mine(e), places.solution(e)); // the learner's file, when the exercise is solved
  }
  REQUIRE(texts.size() > 100);
  check_all(texts);
}

TEST_CASE("clangd: the C++ parses with what the build knows" * tests::long_tier) {
  if (harness::find_program("clangd").empty())
    SKIP_TEST("clangd is not installed");
  if (!fs::exists(root / "build/default/compile_commands.json"))
    SKIP_TEST("there is no build/default");
  Texts texts;
  for (const char* file : {"chapters/01_hello_opencl/main.cpp", "harness/ladder/ladder.hpp"})
    texts[file] = common::read_text(root / file);
  // A learner's file: exercise.hpp is elsewhere.
  texts["mine/03_contexts_and_queues/across.cpp"] =
      common::read_text(root / "solutions/03_contexts_and_queues/01_across/exercise.cpp");
  check_all(texts);
}
