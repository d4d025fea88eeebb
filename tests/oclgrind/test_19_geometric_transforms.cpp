// Chapter 19 in the simulator: no race, no wild access, and the counts of memory accesses are those that kernels state.

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

namespace {

void verify_access_counts(const std::string& transform) {
  NEEDS_OCLGRIND;
  for (const std::string filter : {"linear", "area"}) { // between them, every step runs
    const harness::ProcessResult run =
        tests::run_lab("19_geometric_transforms", {"--oclgrind", "--size", "17x9", "--filter",
                                                   filter, "--transform", transform});
    INFO(transform, " ", filter, "\n", run.output);
    CHECK(run.exit_code == 0);
    CHECK_FALSE(tests::contains(run.output, "no access counts"));
  }
}

} // namespace

// One test case for each map, so that they run side by side.
TEST_CASE("19_geometric_transforms: access counts are as promised, rotation") {
  verify_access_counts("rotation");
}

TEST_CASE("19_geometric_transforms: access counts are as promised, perspective") {
  verify_access_counts("perspective");
}

TEST_CASE("19_geometric_transforms: clean with filters that state no counts") {
  NEEDS_OCLGRIND;
  for (const std::string filter : {"nearest", "cubic", "spline"}) {
    const harness::ProcessResult run =
        tests::run_lab("19_geometric_transforms", {"--oclgrind", "--size", "17x9", "--filter",
                                                   filter, "--transform", "H1", "--channels", "4"});
    INFO(filter, "\n", run.output);
    CHECK(run.exit_code == 0);
  }
}
