// Chapter 20 in the simulator: no race, no wild access, and the counts of memory accesses are those of the contracts.

#include "tests/support/simulator.hpp"

#include <fmt/format.h>

TEST_CASE("20_image_filters: access counts are as promised") {
  NEEDS_OCLGRIND;
  for (const std::string filter : {"median", "snn", "red-eye", "gaussian", "gabor"})
    CHECK(tests::contains(
        tests::clean_steps("20_image_filters", {"--size", "17x9", "--filter", filter}),
        "access counts as promised"));
}

// Oclgrind 21.10 computes wrong vectors of these kernels, or crashes, where they are optimised.
TEST_CASE("20_image_filters: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::ScopedEnvironment unoptimised("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 9, 7, 3);
  const harness::OclgrindReport report = tests::clean_run(
      "20_image_filters", {"--filters", "red-eye,snn,median", "--radius", "1", "--input", in,
                           "--output", (directory.path / "out.png").string()});
  for (const char* kernel : {"red_eye", "snn", "median"})
    CHECK(report.kernels.count(kernel) == 1);
}
