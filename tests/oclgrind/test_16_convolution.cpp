// Chapter 16 in the simulator: no race, no wild access, and the counts of memory accesses are those
// of the formulas, whatever the border.

#include "tests/support/support.hpp"

#include <fmt/format.h>

namespace {

void verify_access_counts(const std::string& border) {
  NEEDS_OCLGRIND;
  for (const std::string channels : {"1", "4"}) {
    const harness::ProcessResult run =
        tests::run_lab("16_convolution", {"--oclgrind", "--size", "17x9", "--border", border,
                                          "--channels", channels});
    INFO(border, " ", channels, "\n", run.output);
    CHECK(run.exit_code == 0);
    // Only where the compiler decides which of the weights are loaded.
    const std::size_t none = run.output.find("no access counts promised");
    CHECK(none == run.output.rfind("no access counts promised"));
    CHECK(tests::contains(run.output, "v15   clean; no access counts promised"));
  }
}

} // namespace

// One test case for each border, so that they run side by side.
TEST_CASE("16_convolution: access counts are as promised, border valid") {
  verify_access_counts("valid");
}

TEST_CASE("16_convolution: access counts are as promised, border zero") {
  verify_access_counts("zero");
}

TEST_CASE("16_convolution: access counts are as promised, border clamp") {
  verify_access_counts("clamp");
}

TEST_CASE("16_convolution: access counts are as promised, border reflect") {
  verify_access_counts("reflect");
}

TEST_CASE("16_convolution: access counts are as promised, border wrap") {
  verify_access_counts("wrap");
}
