// Chapter 6 in the simulator, which runs commands one after the other.

#include "harness/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("06: Oclgrind finds nothing wrong with commands that are ordered") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({BIN_DIR "/06_synchronization_lab", "--quick", "--delay", "1",
                                   "--only", "blocking,queues,race"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "verified: every claim"));
  CHECK(report.kernels.count("busy") == 1);
}
