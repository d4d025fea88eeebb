// `./learn book`: what it asks, installs and starts. Node.js and npm are stand-ins here, which note
// how they are called; what they do is tested in book/tests.

#include "tests/support/support.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/experiment.hpp"
#include "tools/learn/learn.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using tests::contains;
using tests::ScopedEnvironment;
namespace fs = std::filesystem;

/// A project with a book, and a machine on which only `node` and `npm` can be called.
struct Bookshop {
  tests::TemporaryDirectory directory;
  const fs::path root = directory.path / "a project";
  const fs::path programs = directory.path / "programs";
  const ScopedEnvironment path{"PATH", programs.string()};
  const ScopedEnvironment yes{"LEARN_YES", std::nullopt}, ci{"CI", std::nullopt};
  const int terminal = dup(STDIN_FILENO); ///< nobody is asked, wherever the tests run

  Bookshop() {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
    directory.write(root / "book/package-lock.json", "{}");
    add("node", "");
    // Like npm, it leaves a file that says what it has installed: in the directory after --prefix.
    add("npm", "while [ \"$1\" != --prefix ]; do shift; done\n"
               "/bin/mkdir -p \"$2/node_modules\" && : >\"$2/node_modules/.package-lock.json\"\n");
  }
  ~Bookshop() {
    dup2(terminal, STDIN_FILENO);
    close(terminal);
  }

  void add(const std::string& name, const std::string& script) const {
    fs::permissions(directory.write(programs / name, "#!/bin/sh\n{ printf '%s' " + name +
                                                         "; printf ' [%s]' \"$@\"; echo; } >>'" +
                                                         (directory.path / "calls").string() +
                                                         "'\n" + script),
                    fs::perms::owner_all);
  }
  /// The calls of node and npm since the last time.
  std::string calls() const {
    const fs::path file = directory.path / "calls";
    const std::string text = fs::exists(file) ? common::read_text(file) : "";
    fs::remove(file);
    return text;
  }
  /// Runs `./learn book --build ...`; returns the message of the error that ended it, or nothing.
  std::string build() const {
    try {
      const int code = learn::book({"--build", (directory.path / "some pages").string()}, root);
      CHECK(code == 0);
      return "";
    } catch (const common::Error& error) {
      return error.what();
    }
  }
};

TEST_CASE("learn book: nothing is installed without a yes") {
  const Bookshop shop;
  std::string message;
  const std::string said = tests::output_of([&] { message = shop.build(); });
  CHECK(contains(message, "nothing was installed"));
  CHECK(contains(said, "npm ci"));
  CHECK(contains(said, "--yes"));
  CHECK(shop.calls().empty());
}

TEST_CASE("learn book: installs once, builds, and asks again where the list of packages is newer") {
  const Bookshop shop;
  const ScopedEnvironment yes("LEARN_YES", "true");
  const std::string book = (shop.root / "book").string(); // has a space in it
  const std::string build = "node [" + book + "/tools/build.mjs] [--out] [" +
                            (shop.directory.path / "some pages").string() + "]\n";
  CHECK(shop.build().empty());
  const std::string first = shop.calls();
  CHECK(contains(first, "npm [ci]"));
  CHECK(contains(first, "[--prefix] [" + book + "]\n" + build));

  CHECK(shop.build().empty());
  CHECK(shop.calls() == build);

  const fs::path installed = shop.root / "book/node_modules/.package-lock.json";
  fs::last_write_time(installed, fs::last_write_time(installed) - std::chrono::hours(1));
  CHECK(shop.build().empty());
  CHECK(contains(shop.calls(), "npm [ci]"));
}

TEST_CASE("learn book: what is missing or fails is told in words") {
  const Bookshop shop;
  const ScopedEnvironment yes("LEARN_YES", "true");
  shop.add("npm", "exit 1\n"); // no network
  CHECK(contains(shop.build(), "network"));
  CHECK(!contains(shop.calls(), "node ["));
  fs::remove(shop.programs / "npm");
  CHECK(contains(shop.build(), "sudo apt install npm"));
  shop.add("npm", "exit 0\n");
  shop.add("node", "exit 1\n");
  CHECK(contains(shop.build(), "no book yet"));
  fs::remove(shop.programs / "node");
  CHECK(contains(shop.build(), "sudo apt install nodejs"));
}

#ifdef __linux__
TEST_CASE("learn book: what builds it is ended with it") {
  const Bookshop shop;
  const ScopedEnvironment yes("LEARN_YES", "true");
  const fs::path file = shop.directory.path / "pid";
  shop.add("node", "echo $$ >'" + file.string() + ".part'\n/bin/mv '" + file.string() + ".part' '" +
                       file.string() + "'\nexec /bin/sleep 1000\n");
  const pid_t book = fork();
  if (book == 0) {
    std::signal(SIGTERM, SIG_DFL); // doctest has a handler
    shop.build();
    _exit(0);
  }
  REQUIRE(harness::poll([&] { return fs::exists(file); }, 60.0));
  const int node = std::stoi(common::read_text(file));
  kill(book, SIGTERM);
  waitpid(book, nullptr, 0);
  const bool gone = harness::poll([&] { return kill(node, 0) != 0; }, 60.0);
  CHECK(gone);
  if (!gone)
    kill(node, SIGKILL);
}
#endif

TEST_CASE("learn book: serves what it has built, and tells a port that is no port") {
  const Bookshop shop;
  shop.add("npm", "exit 0\n"); // this is the real project: nothing is to be left in it
  const fs::path state = shop.directory.path / "state";
  const auto learn = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {(fs::path(tests::bin_dir()) / "learn-tool").string(), "book"});
    harness::ProcessOptions options;
    options.environment = {{"LEARN_YES", "true"}, {"XDG_STATE_HOME", state.string()}};
    return harness::run_process(arguments, options);
  };
  CHECK(learn({"--port", "8123"}).exit_code == 0);
  const std::string calls = shop.calls();
  CHECK(contains(calls, "/tools/build.mjs] [--out]"));
  CHECK(contains(calls, "/tools/serve.mjs]"));
  CHECK(contains(calls, "[--port] [8123] [--progress] [" +
                            (state / "opencl-step-by-step/progress.json").string() + "]"));
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--port", "0"},
                                                {"--port", "65536"},
                                                {"--port", "x"},
                                                {"--build"},
                                                {"more"},
                                                {"--colour"}}) {
    const harness::ProcessResult result = learn(wrong);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.output, "--help"));
  }
  CHECK(shop.calls().empty());
}

} // namespace
