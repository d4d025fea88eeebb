// Chapter 5 in the simulator: its kernels are clean, and what cannot be tried there is skipped.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("05: Oclgrind finds nothing wrong with the wind") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  common::Image image{37, 11, 3, {}};
  for (int i = 0; i < 3 * 37 * 11; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const auto input = directory.path / "small.png";
  common::save_image(input, image);
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/05_events_and_profiling", "--quick", "--reach", "4", "--input",
       input.string(), "--output", (directory.path / "timeline.png").string()});
  CAPTURE(report.output);
  CHECK(report.clean());
  REQUIRE(report.kernels.count("wind") == 1);
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
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/05_events_and_profiling_smallest"});
  CAPTURE(report.output);
  CHECK(report.clean());
}

TEST_CASE("05: Oclgrind finds nothing wrong with the kernels, and user events are skipped") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/05_events_and_profiling_lab", "--quick",
                                   "--only", "states,queries,times"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "skipped: Oclgrind"));
  REQUIRE(report.kernels.count("multiply") == 1);
  CHECK(report.kernels.at("multiply").global_loads.instructions == 2 * 20000); // warmed up once
  CHECK(report.kernels.at("multiply").global_stores.instructions == 2 * 20000);
}
