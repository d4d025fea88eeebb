// How Oclgrind is run and its log read, with a script in its place. Real runs are in tests/oclgrind.

#include "harness/inspect/oclgrind.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstdlib>

using tests::contains;

namespace {

/// A script that is found as `oclgrind`; the name of the log is in $log. Temporary files have a directory of their own.
struct StandIn {
  tests::TemporaryDirectory programs, temporary;
  tests::ScopedEnvironment path{"PATH", programs.path.string() + ":" + std::getenv("PATH")};
  tests::ScopedEnvironment place{"TMPDIR", temporary.path.string()};

  explicit StandIn(const std::string& script) {
    const auto file = programs.write(
        "oclgrind", "#!/bin/sh\nwhile [ \"$1\" != --log ]; do shift; done\nlog=$2\n" + script);
    tests::fs::permissions(file, tests::fs::perms::owner_all);
  }
  harness::OclgrindReport run() const { return harness::run_under_oclgrind({"a-program"}, 60); }
};

} // namespace

TEST_CASE("oclgrind run: findings come from the log, and nothing is left behind") {
  const StandIn simulator(
      "printf '\\nInvalid read\\n\\tKernel: k\\n\\nInvalid write\\n' > \"$log\"\n"
      "echo a word; exit 3\n");
  const auto report = simulator.run();
  CHECK(report.findings == std::vector<std::string>{"Invalid read\n\tKernel: k", "Invalid write"});
  CHECK(report.output == "a word\n");
  CHECK(report.exit_code == 3);
  CHECK(tests::fs::is_empty(simulator.temporary.path));
}

TEST_CASE("oclgrind run: a log that was never begun is a finding") {
  const auto report = StandIn("echo no such simulator\n").run();
  REQUIRE(report.findings.size() == 1);
  CHECK(contains(report.findings[0], "wrote no log"));
  CHECK(contains(report.findings[0], "no such simulator"));
  CHECK(StandIn(": > \"$log\"\n").run().clean());
}

TEST_CASE("oclgrind run: a locale that is not installed is not passed on") {
  const tests::ScopedEnvironment locale("LC_ALL", "xx_XX.UTF-8");
  const auto report = StandIn(": > \"$log\"; echo \"$LC_ALL\"\n").run();
  CHECK(report.output == "C\n");
}

TEST_CASE("oclgrind run: the log of one context does not erase that of another") {
  // As Oclgrind does it: each context opens the log anew.
  const auto report = StandIn("exec 3> \"$log\"; echo 'a race' >&3; : > \"$log\"\n").run();
  CHECK(report.findings == std::vector<std::string>{"a race"});
}

TEST_CASE("oclgrind run: a finding is not lost where the disk is full") {
  // No file may grow, which looks like a full disk to whoever writes.
  const auto report = StandIn("trap '' XFSZ; ulimit -f 0; echo 'a race' > \"$log\"\n").run();
  CHECK(report.findings == std::vector<std::string>{"a race"});
}

TEST_CASE("oclgrind run: a log of any length arrives whole") {
  const auto report =
      StandIn(
          "i=0; while [ $i -lt 3000 ]; do\n"
          "echo 'a finding that is as long as a line of a log may be, or nearly so'; i=$((i+1))\n"
          "done > \"$log\"\n")
          .run();
  CHECK_FALSE(report.timed_out);
  CHECK(report.findings.size() == 3000);
}

TEST_CASE("oclgrind run: without a place for temporary files one sentence says so") {
  const StandIn simulator(": > \"$log\"\n");
  const tests::ScopedEnvironment nowhere("TMPDIR", "/no/such/place");
  const std::string message = tests::message_of<common::Error>([&] { simulator.run(); });
  CHECK(contains(message, "TMPDIR"));
  CHECK(contains(message, "/no/such/place"));
  CHECK(std::count(message.begin(), message.end(), '\n') == 0);
  const tests::ScopedEnvironment empty("TMPDIR", "");
  CHECK(simulator.run().clean());
}
