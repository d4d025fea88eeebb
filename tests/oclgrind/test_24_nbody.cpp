// Chapter 24 in the simulator: no race, no wild access, and the counts of memory accesses are those of the formulas.

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("24_nbody: every step is clean, and loads what it promises") {
  NEEDS_OCLGRIND;
  for (const std::string size : {"67", "16"}) {
    const harness::ProcessResult run = tests::run_lab("24_nbody", {"--oclgrind", "--size", size});
    INFO(run.output);
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("24_nbody: the lesson's program is clean") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/24_nbody", "--bodies", "37", "--frames", "2", "--steps", "1", "--side",
       "16", "--output", (directory.path / "out.png").string()});
  CAPTURE(report.output);
  CHECK(report.clean());
}
