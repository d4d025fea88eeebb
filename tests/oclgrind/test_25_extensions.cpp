// Chapter 25 in the simulator: its kernels are clean, and what the simulator lacks is left out.

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("25: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/25_extensions", "--quick", "--side", "9", "--limit", "20", "--width",
       "3", "--output", (directory.path / "picture.png").string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  for (const char* kernel : {"in_float", "in_double"}) {
    REQUIRE(report.kernels.count(kernel) == 1);
    CHECK(report.kernels.at(kernel).global_stores.bytes == 4 * 81);
    CHECK(report.kernels.at(kernel).global_loads.bytes == 0);
  }
}

TEST_CASE("25: Oclgrind finds nothing wrong with the laboratory's kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/25_extensions_lab", "--quick", "--only",
       "lists,core,kernels,khr,half,double,shuffle,dot,float-atomics,commands"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
}
