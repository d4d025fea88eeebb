// Chapter 3 in the simulator: an OpenCL 1.2 device, whose context does call back.

#include "tests/support/simulator.hpp"

TEST_CASE("03: Oclgrind finds nothing wrong with the kernel, and calls back for wrong calls") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run(
      "03_contexts_and_queues_lab", {"--quick", "--only", "contexts,queues,order,devices"});
  CHECK(tests::contains(report.output, "no list of properties")); // OpenCL 1.2
  CHECK(report.kernels.at("take_turn").global_loads.instructions == 8 * 1000);
  CHECK(report.kernels.at("take_turn").global_stores.instructions == 8 * 1000);

  const harness::OclgrindReport errors = harness::run_under_oclgrind(
      {tests::bin_dir() + "/03_contexts_and_queues_lab", "--quick", "--only", "errors"});
  CAPTURE(errors.output);
  CHECK(errors.exit_code == 0);
  CHECK(tests::contains(errors.output, "The callback came for 6 of 6 wrong calls"));
}

TEST_CASE("03: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("03_contexts_and_queues", {"--width", "20", "--reach", "3", "--output",
                                                  (directory.path / "picture.png").string()});
  CHECK(report.kernels.at("heights").global_loads.instructions == 0);
  CHECK(report.kernels.at("heights").global_stores.instructions == 20 * 14);
  const auto& shade =
      report.kernels.at("shade"); // as often as the program takes times: five times or more
  const auto pixels = shade.global_stores.instructions / 3;
  CHECK(pixels % (20 * 14) == 0);
  CHECK(pixels >= 5 * 20 * 14);
  CHECK(shade.global_stores.instructions == 3 * pixels);
  CHECK(shade.global_loads.instructions == (5 + 3) * pixels); // 5 + reach
}
