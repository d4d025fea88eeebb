// Chapter 18 in the simulator: no race, no wild access, and the counts of memory accesses are those of the formulas.

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

namespace {

void verify_access_counts(const std::string& border) {
  NEEDS_OCLGRIND;
  for (const std::string filter : {"gaussian", "box"}) // between them, every step runs
    for (const std::string channels : {"1", "4"}) {
      const harness::ProcessResult run =
          tests::run_lab("18_separable_convolution",
                         {"--oclgrind", "--size", "17x9", "--filter", filter, "--radius", "3x2",
                          "--border", border, "--channels", channels});
      INFO(filter, " ", border, " ", channels, "\n", run.output);
      CHECK(run.exit_code == 0);
    }
}

} // namespace

// One test case for each border, so that they run side by side.
TEST_CASE("18_separable_convolution: access counts are as promised, border valid") {
  verify_access_counts("valid");
}

TEST_CASE("18_separable_convolution: access counts are as promised, border zero") {
  verify_access_counts("zero");
}

TEST_CASE("18_separable_convolution: access counts are as promised, border clamp") {
  verify_access_counts("clamp");
}

TEST_CASE("18_separable_convolution: access counts are as promised, border reflect") {
  verify_access_counts("reflect");
}

TEST_CASE("18_separable_convolution: access counts are as promised, border wrap") {
  verify_access_counts("wrap");
}
