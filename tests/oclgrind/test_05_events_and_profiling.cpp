// Chapter 5 in the simulator: its kernels are clean, and what cannot be tried there is skipped.

#include "harness/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("05: Oclgrind finds nothing wrong with the kernels, and user events are skipped") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {BIN_DIR "/05_events_and_profiling_lab", "--quick", "--only", "states,queries,times"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "skipped: Oclgrind"));
  REQUIRE(report.kernels.count("multiply") == 1);
  CHECK(report.kernels.at("multiply").global_loads.instructions == 2 * 20000); // warmed up once
  CHECK(report.kernels.at("multiply").global_stores.instructions == 2 * 20000);
}
