// Chapter 13 in the simulator: the kernels of its experiments are clean. (That the broken ones of the
// museum are not is what the chapter's own tests are about.)

#include "harness/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("13: Oclgrind finds nothing wrong with sums, checks and tolerances") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {BIN_DIR "/13_testing_and_debugging_lab", "--quick", "--only", "sums"});
  CAPTURE(report.output);
  CHECK(report.clean());
  // The tree reads each number of each level once and writes half as many: for 1024, 4096 and 16384.
  REQUIRE(report.kernels.count("halve") == 1);
  std::uint64_t reads = 0;
  for (std::uint64_t n : {1024, 4096, 16384})
    reads += 2 * n - 2;
  CHECK(report.kernels.at("halve").global_loads.instructions == reads);
  CHECK(report.kernels.at("halve").global_stores.instructions == reads / 2);
}

TEST_CASE("13: inside the simulator the museum is closed") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {BIN_DIR "/13_testing_and_debugging_lab", "--exhibit", "missing-guard"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 77);
  CHECK(tests::contains(report.output, "this is the simulator already"));
}

TEST_CASE("13: every mended kernel is clean in the simulator") {
  NEEDS_OCLGRIND;
  for (const char* id : {"missing-guard", "precedence", "missing-tail", "assumed-size",
                         "int-overflow", "wild-index", "missing-wait", "struct-layout"}) {
    CAPTURE(id); // the others' tool is Oclgrind: the chapter's tests prove it for them
    const harness::OclgrindReport report = harness::run_under_oclgrind(
        {BIN_DIR "/13_testing_and_debugging_lab", "--act", id, "--version", "mended"});
    CAPTURE(report.output);
    CHECK(report.clean());
    CHECK(tests::contains(report.output, "act: \n"));
  }
}
