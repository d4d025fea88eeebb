// What the scripts in .ci share: they install one package at a time, and count what a log says. And what ccache returns.
#include "tests/support/support.hpp"

#include "harness/system/places.hpp"

#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = tests::source_root();

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
                                  "75% tests passed, 1 tests failed out of 4\n"
                                  "trixie  ./learn test  9 s  passed  75% tests passed, 1 tests "
                                  "failed out of 4\n");
  CHECK(mixed.exit_code == 0);
  CHECK(mixed.output == "flaky: unit: two\n2 passed, 1 failed, 1 skipped\n");
  const auto programs =
      closing_line("01_hello   passed\n02_b   skipped: no images\n03_c  FAILED with exit code 1\n");
  CHECK(programs.output == "1 passed, 1 failed, 1 skipped\n");
  CHECK(closing_line("No tests were found!!!\n").exit_code == 1);
}

TEST_CASE("automation: objects from ccache depend on the files of this clone") {
  const fs::path ninja = harness::find_program("ninja");
  const fs::path build = harness::build_root;
  if (ninja.empty() || !fs::exists(build / ".ninja_deps")) {
    MESSAGE("skipped: this was not built by Ninja");
    return;
  }
  // If an object named the headers of the clone that filled the cache, each build would be a whole one.
  std::istringstream lines(
      harness::run_process({ninja.string(), "-C", build.string(), "-t", "deps"}).output);
  std::set<std::string> headers;
  for (std::string line; std::getline(lines, line);)
    if (line.ends_with("common/opencl.hpp"))
      headers.insert(line.substr(line.find_first_not_of(' ')));
  CHECK(!headers.empty());
  for (const std::string& header : headers) {
    CAPTURE(header);
    std::error_code missing;
    CHECK(fs::equivalent(build / header, root / "common/opencl.hpp", missing));
  }
}
