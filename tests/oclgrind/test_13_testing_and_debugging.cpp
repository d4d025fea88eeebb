// Chapter 13 in the simulator: the kernels of its program and experiments are clean. (That the broken ones of
// the museum are not is what the chapter's own tests are about.)

#include "tests/support/simulator.hpp"

TEST_CASE("13: the filters of the program are clean, and read as often as they promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 23, 22, 1);
  // The broken filter, too: what it writes behind the picture is still its buffer.
  const harness::OclgrindReport report =
      tests::clean_run("13_testing_and_debugging", {"--quick", "--input", in, "--output",
                                                    (directory.path / "out.png").string()});
  // 20 x 17 pixels in each launch of the right filter, which is timed, too; without its last column, but with a row
  // more in the one launch of the broken filter.
  const auto stores = report.kernels.at("edges").global_stores.instructions;
  CHECK(stores >= 20 * 17 + 19 * 18);
  CHECK((stores - 19 * 18) % (20 * 17) == 0);
  CHECK(report.kernels.at("edges").global_loads.instructions == 12 * stores);
}

TEST_CASE("13: the kernel whose loop PoCL 3.1 loses is right") {
  NEEDS_OCLGRIND;
  for (const char* version : {"broken", "mended"}) {
    const harness::OclgrindReport report =
        harness::run_under_oclgrind({tests::bin_dir() + "/13_testing_and_debugging_lab", "--act",
                                     "lost-loop", "--version", version});
    CAPTURE(report.output);
    CHECK(report.clean());
    CHECK(tests::contains(report.output, "act: \n"));
  }
}

TEST_CASE("13: Oclgrind finds nothing wrong with sums, checks and tolerances") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("13_testing_and_debugging_lab", {"--quick", "--only", "sums"});
  // The tree reads each number of each level once and writes half as many: for 1024, 4096 and 16384.
  std::uint64_t reads = 0;
  for (std::uint64_t n : {1024, 4096, 16384})
    reads += 2 * n - 2;
  CHECK(report.kernels.at("halve").global_loads.instructions == reads);
  CHECK(report.kernels.at("halve").global_stores.instructions == reads / 2);
}

TEST_CASE("13: inside the simulator the museum is closed") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/13_testing_and_debugging_lab", "--exhibit", "missing-guard"});
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
        {tests::bin_dir() + "/13_testing_and_debugging_lab", "--act", id, "--version", "mended"});
    CAPTURE(report.output);
    CHECK(report.clean());
    CHECK(tests::contains(report.output, "act: \n"));
  }
}
