// Chapter 20 in the simulator: no race, no wild access, and the counts of memory accesses are those of the contracts.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

namespace {

void verify_access_counts(const std::string& filter) {
  NEEDS_OCLGRIND;
  const harness::ProcessResult run =
      tests::run_lab("20_image_filters", {"--oclgrind", "--size", "17x9", "--filter", filter});
  INFO(filter, "\n", run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "access counts as promised"));
}

} // namespace

// One test case for each filter, so that they run side by side.
TEST_CASE("20_image_filters: access counts are as promised, medians") {
  verify_access_counts("median");
}

TEST_CASE("20_image_filters: access counts are as promised, SNN mean") {
  verify_access_counts("snn");
}

TEST_CASE("20_image_filters: access counts are as promised, the other filters") {
  for (const char* filter : {"red-eye", "gaussian", "gabor"})
    verify_access_counts(filter);
}

// Oclgrind 21.10 computes wrong vectors of these kernels, or crashes, where they are optimised.
TEST_CASE("20_image_filters: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::ScopedEnvironment unoptimised("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image{9, 7, 3, {}}; // not a multiple of a group
  for (int k = 0; k < 9 * 7 * 3; ++k)
    image.pixels.push_back(static_cast<std::uint8_t>(k * 37 % 251));
  common::save_image(in, image);
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/20_image_filters", "--filters", "red-eye,snn,median", "--radius", "1",
       "--input", in, "--output", (directory.path / "out.png").string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  for (const char* kernel : {"red_eye", "snn", "median"})
    CHECK(report.kernels.count(kernel) == 1);
}
