// Child processes.

#include "harness/system/process.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "tests/support/support.hpp"

#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

using tests::contains;

namespace {

harness::ProcessResult shell(const std::string& script,
                             const harness::ProcessOptions& options = {}) {
  return harness::run_process({"sh", "-c", script}, options);
}

// The process is gone, or a corpse that init has yet to bury. The system may take its time for that.
bool is_gone(int process) {
  const auto is_zombie = [&] {
    std::ifstream status(fmt::format("/proc/{}/stat", process));
    // The line stays empty if it has ended meanwhile; an iterator over the stream would throw.
    std::string line;
    std::getline(status, line);
    return contains(line, ") Z ");
  };
  return harness::poll([&] { return kill(process, 0) != 0 || is_zombie(); }, 60.0);
}

} // namespace

TEST_CASE("process: exit codes and both outputs in their order") {
  const auto run = shell("echo out; echo err >&2; echo more; exit 3");
  CHECK(run.exit_code == 3);
  CHECK(run.output == "out\nerr\nmore\n");
  CHECK_FALSE(run.timed_out);
  CHECK(shell("true").exit_code == 0);
}

TEST_CASE("process: arguments pass no shell") {
  const auto run =
      harness::run_process({"printf", "%s|", "two words", "$HOME", "*", "a;b", "", "quote\"'"});
  CHECK(run.output == "two words|$HOME|*|a;b||quote\"'|");
}

TEST_CASE("process: a signal is 128 and its number") {
  CHECK(shell("kill -SEGV $$").exit_code == 128 + SIGSEGV);
  CHECK(shell("kill -KILL $$").exit_code == 128 + SIGKILL);
}

TEST_CASE("process: a program that does not exist is 127") {
  CHECK(harness::run_process({"no-such-program-here"}).exit_code == 127);
  CHECK(harness::run_process({"/no/such/program"}).exit_code == 127);
  CHECK_THROWS_AS(harness::run_process({}), common::Error);
}

TEST_CASE("process: a file that is no program does not start, and no shell takes it for a script") {
  const tests::TemporaryDirectory directory;
  for (const char* content : {"", "echo taken for a script\n"}) {
    const auto file = directory.write("damaged", content);
    tests::fs::permissions(file, tests::fs::perms::owner_all);
    const auto run = harness::run_process({file.string()});
    CHECK(run.exit_code == 127);
    CHECK(run.output.empty());
  }
}

TEST_CASE("process: environment and directory") {
  const tests::TemporaryDirectory directory;
  harness::ProcessOptions options;
  options.environment = {{"OCL_TEST_VARIABLE", "a value"}};
  options.directory = directory.path;
  CHECK(shell("echo \"$OCL_TEST_VARIABLE\"; pwd", options).output ==
        fmt::format("a value\n{}\n", directory.path.string()));
  const tests::ScopedEnvironment inherited("OCL_TEST_OTHER", "inherited");
  CHECK(shell("echo $OCL_TEST_OTHER$OCL_TEST_VARIABLE").output == "inherited\n");
  options.directory = directory.path / "none";
  CHECK(shell("true", options).exit_code == 127);
}

TEST_CASE("process: a child reads nothing from our input") {
  CHECK(shell("cat; echo end").output == "end\n");
}

TEST_CASE("process: much output arrives whole") {
  const auto run = shell("i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done");
  CHECK(run.output.size() == 20000 * 11);
}

TEST_CASE("process: a time-out ends the child and its children") {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "pid";
  const common::Stopwatch watch;
  harness::ProcessOptions options;
  options.timeout_seconds = 1;
  const auto run =
      shell(fmt::format("sleep 1000 & echo $! > '{}'; echo begun; wait", file.string()), options);
  CHECK(run.timed_out);
  CHECK(run.exit_code == 128 + SIGKILL);
  CHECK(run.output == "begun\n");
  CHECK(watch.seconds() < 100.0); // not the child's 1000
  CHECK(is_gone(std::stoi(common::read_text(file))));
}

TEST_CASE("process: a child that computes without end is ended by its processor time") {
  harness::ProcessOptions options;
  options.cpu_seconds = 1;
  options.timeout_seconds = 1000; // beside any other work, the second of processor time comes first
  const auto run = shell("echo begun; while :; do :; done", options);
  CHECK(run.timed_out);
  CHECK(run.exit_code == 128 + SIGXCPU);
  CHECK(run.output == "begun\n");
  CHECK_FALSE(shell("echo short", options).timed_out);
  // Without the limit, that signal is one like others.
  const auto other = shell("kill -XCPU $$");
  CHECK(other.exit_code == 128 + SIGXCPU);
  CHECK_FALSE(other.timed_out);
}

TEST_CASE("process: what a child leaves behind is ended with it") {
  const auto run = shell("sleep 1000 >/dev/null 2>&1 & echo $!");
  CHECK(run.exit_code == 0);
  CHECK_FALSE(run.timed_out);
  CHECK(is_gone(std::stoi(run.output)));
}

TEST_CASE("process: output without an end does not fill the memory, and its end is kept") {
  const auto run = shell("head -c 50000000 /dev/zero; echo end");
  CHECK(run.output.size() >= 16 << 20);
  CHECK(run.output.size() < 40 << 20);
  CHECK(run.output.ends_with("end\n"));
}

TEST_CASE("process: it is ended when nobody waits for it any more") {
  harness::ProcessOptions options;
  options.give_up = [] { return true; };
  const common::Stopwatch watch;
  for (int i = 0; i < 20; ++i) { // some before the child has begun
    const auto run = shell("sleep 1000", options);
    CHECK(run.timed_out);
    CHECK(run.exit_code == 128 + SIGKILL);
  }
  CHECK(watch.seconds() < 100.0);
}

TEST_CASE("process: a child that closes its output and lives on is ended too") {
  harness::ProcessOptions options;
  options.timeout_seconds = 1;
  const common::Stopwatch watch;
  const auto run = shell("exec >&- 2>&-; sleep 1000", options);
  CHECK(run.timed_out);
  CHECK(watch.seconds() < 100.0);
}

TEST_CASE("process: programs are found in PATH") {
  CHECK(harness::find_program("sh").filename() == "sh");
  CHECK(harness::find_program("no-such-program-here").empty());
  const tests::TemporaryDirectory directory;
  directory.write("not-executable", "");
  const auto program = directory.write("my program", "#!/bin/sh\necho mine\n");
  tests::fs::permissions(program, tests::fs::perms::owner_all);
  tests::fs::create_directory(directory.path / "a-directory");
  const tests::ScopedEnvironment path("PATH",
                                      "/no/such:" + directory.path.string() + ":/bin:/usr/bin");
  CHECK(harness::find_program("my program") == program);
  CHECK(harness::find_program("a-directory").empty());
  CHECK(harness::find_program("not-executable").empty());
  CHECK(harness::run_process({"my program"}).output == "mine\n");
}

TEST_CASE("process: the running program knows where it is") {
  CHECK(common::own_executable().parent_path() == tests::fs::canonical(tests::test_bin_dir()));
}

TEST_CASE("process: nobody waits for what a child leaves behind, even if it holds the output") {
  const auto run = shell("sleep 1000 & echo $!; exit 5");
  CHECK_FALSE(run.timed_out);
  CHECK(run.exit_code == 5);
  CHECK(is_gone(std::stoi(run.output)));
}

#ifdef __linux__ // elsewhere only the members of a process group are ended

TEST_CASE("process: what leaves the child's process group is ended, too") {
  if (harness::find_program("setsid").empty())
    SKIP_TEST("the program setsid is missing");
  harness::ProcessOptions options;
  options.timeout_seconds = 1;
  for (const char* end : {"exit 0", "sleep 1000"}) {
    CAPTURE(end);
    const auto run = shell(fmt::format("setsid sleep 1000 >/dev/null & echo $!; {}", end), options);
    CHECK(run.exit_code == (run.timed_out ? 128 + SIGKILL : 0));
    CHECK(is_gone(std::stoi(run.output)));
  }
}

TEST_CASE("process: all of it is ended with this program") {
  if (harness::find_program("setsid").empty())
    SKIP_TEST("the program setsid is missing");
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "pid";
  const pid_t program = fork();
  if (program == 0) {
    shell(fmt::format("setsid sleep 1000 & echo $! > '{0}.part'; mv '{0}.part' '{0}'; wait",
                      file.string()));
    _exit(0);
  }
  CHECK(harness::poll([&] { return tests::fs::exists(file); }, 60.0));
  kill(program, SIGKILL);
  waitpid(program, nullptr, 0);
  CHECK(is_gone(std::stoi(common::read_text(file))));
}

#endif
