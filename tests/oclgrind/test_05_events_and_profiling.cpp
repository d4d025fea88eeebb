// Chapter 5 in the simulator: its kernels are clean, and what cannot be tried there is skipped.

#include "tests/support/simulator.hpp"

TEST_CASE("05: Oclgrind finds nothing wrong with the wind") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string input = tests::picture_in(directory, 37, 11, 3);
  const harness::OclgrindReport report = tests::clean_run(
      "05_events_and_profiling", {"--quick", "--reach", "4", "--input", input, "--output",
                                  (directory.path / "timeline.png").string()});
  // Each launch: 3 loads of a byte for each of 5 pixels, and 3 stores. One warms up, one makes the picture, 21 are
  // measured, and some run beside the loop in C++.
  const auto& wind = report.kernels.at("wind");
  const std::uint64_t launches = wind.global_stores.instructions / (37 * 11 * 3);
  CHECK(launches >= 2 + 21 + 2);
  CHECK(wind.global_loads.instructions == launches * 37 * 11 * 3 * 5);
  CHECK(wind.global_loads.bytes == launches * 37 * 11 * 3 * 5);
  CHECK(wind.global_stores.instructions == launches * 37 * 11 * 3);
}

TEST_CASE("05: the smallest example runs in the simulator") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run("05_events_and_profiling_smallest", {});
}

TEST_CASE("05: Oclgrind finds nothing wrong with the kernels, and user events are skipped") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run(
      "05_events_and_profiling_lab", {"--quick", "--only", "states,queries,times"});
  CHECK(tests::contains(report.output, "skipped: Oclgrind"));
  CHECK(report.kernels.at("multiply").global_loads.instructions == 2 * 20000); // warmed up once
  CHECK(report.kernels.at("multiply").global_stores.instructions == 2 * 20000);
}
