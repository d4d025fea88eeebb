// Chapter 20 in the simulator: no race, no wild access, and the counts of memory accesses are those of the contracts.

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
