// `./learn book`: the lessons as web pages, built by VitePress (book/) and served on this machine.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"
#include "harness/system/process.hpp"
#include "tools/exercise/progress.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace learn {
namespace {

// npm copies the lock file to node_modules when it has installed everything.
bool is_installed(const fs::path& book) {
  std::error_code error;
  const fs::path installed = book / "node_modules" / ".package-lock.json";
  return fs::is_regular_file(installed, error) &&
         fs::last_write_time(installed, error) >= fs::last_write_time(book / "package-lock.json");
}

bool has_agreed() { // ./learn exports LEARN_YES where it was called with --yes
  for (const char* variable : {"LEARN_YES", "CI"})
    if (const char* value = std::getenv(variable); value != nullptr && value == std::string("true"))
      return true;
#ifndef _WIN32
  if (isatty(STDIN_FILENO) == 0) {
    fmt::print(stderr,
               "There is no terminal to ask on: call ./learn book --yes, or run that yourself.\n");
    return false;
  }
#endif
  fmt::print(stderr, "Install now? [Y/n] ");
  std::string answer;
  if (!std::getline(std::cin, answer))
    return false;
  return answer.empty() || answer[0] == 'y' || answer[0] == 'Y';
}

void require(const char* program, const char* package) {
  if (harness::find_program(program).empty())
    throw common::Error(fmt::format("the book is made with {}, which is not installed. On Debian: "
                                    "sudo apt install {}. Nothing else here needs it.",
                                    program, package));
}

} // namespace

int book(const Arguments& arguments) {
  return book(arguments, project_root());
}

int book(const Arguments& arguments, const fs::path& root) {
  CLI::App app{"The lessons as web pages: builds them, and serves them on this machine only."};
  app.name("./learn book");
  std::string directory;
  int port = 0;
  app.add_option("--build", directory,
                 "write the pages to this directory, for any web server, and do not serve them")
      ->type_name("DIR");
  app.add_option("--port", port, "where to serve them; without it, the system chooses a free port")
      ->check(CLI::Range(1, 65535));
  parse(app, arguments);

  require("node", "nodejs");
  require("npm", "npm");
  const fs::path source = root / "book";
  if (!is_installed(source)) {
    const std::vector<std::string> install{
        "npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--prefix", source.string()};
    fmt::print(stderr,
               "The book needs VitePress and what that needs, about 160 MB, which npm fetches from "
               "its registry into book/node_modules:\n\n  {}\n\n",
               fmt::join(install, " "));
    if (!has_agreed())
      throw common::Error("nothing was installed, so there is no book yet.");
    if (run_here(install) != 0)
      throw common::Error("npm could not install what book/package-lock.json lists: see its "
                          "messages above. Without a network there is no way to build the book.");
  }

  const auto tool = [&](const char* name) { return (source / "tools" / name).string(); };
  const bool serve = directory.empty();
  const fs::path pages =
      serve ? program_directory().parent_path() / "book" : fs::absolute(directory);
  std::vector<std::string> build{"node", tool("build.mjs"), "--out", pages.string()};
  if (serve) // a port that is taken is told before the building, not after
    build.insert(build.end(), {"--port", std::to_string(port)});
  if (run_here(build) != 0)
    throw common::Error("there is no book yet: the message above says why.");
  if (!serve)
    return common::exit_passed;
  return become({"node", tool("serve.mjs"), pages.string(), "--port", std::to_string(port),
                 "--progress", (exercise::state_directory() / "progress.json").string()});
}

} // namespace learn
