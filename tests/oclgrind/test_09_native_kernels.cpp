// Chapter 9 in the simulator: it runs host functions too, and the kernels around them are clean.

#include "tests/support/simulator.hpp"

TEST_CASE(
    "09: Oclgrind finds nothing wrong with the program, and counts what its kernel promises") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("09_native_kernels", {"--size", "17", "--steps", "9", "--output",
                                             (directory.path / "film.png").string()});
  CHECK(tests::contains(report.output, "verified"));
  const auto& counted = report.kernels.at("next_cells");
  constexpr std::uint64_t cells = 17 * 17 * 9; // of all launches
  CHECK(counted.global_loads.instructions <= 5 * cells);
  CHECK(counted.global_loads.instructions >
        4 * cells); // most cells of noise look at all neighbours
  CHECK(counted.global_stores.instructions == cells);
}

TEST_CASE("09: Oclgrind finds nothing wrong with the kernels before and behind host functions") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run(
      "09_native_kernels_lab", {"--quick", "--only", "order,split,functions,blocks"});
  CHECK(tests::contains(report.output, "verified: every claim"));
  CHECK(report.kernels.at("multiply").global_loads.instructions ==
        2 * 10000); // two steps of a plan
  CHECK(report.kernels.at("multiply").global_stores.instructions == 2 * 10000);
  const auto& roots = report.kernels.at("square_root");
  CHECK(roots.global_loads.instructions > 0);
  CHECK(roots.global_loads.instructions % (1 << 18) == 0); // whole runs over all numbers
  CHECK(roots.global_loads.instructions == roots.global_stores.instructions);
}
