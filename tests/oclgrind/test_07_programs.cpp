// Chapter 7 in the simulator: the kaleidoscope is clean, and reads and writes as often as its contract says.

#include "tests/support/simulator.hpp"

TEST_CASE("07: Oclgrind finds nothing wrong with the program's kernel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 21, 13, 3);
  const harness::OclgrindReport report = tests::clean_run(
      "07_programs", {"--quick", "--input", in, "--output", (directory.path / "out.png").string()});
  // Two builds and a picture by each, and a few more pictures for the comparison with C++.
  const harness::AccessCounts& counts = report.kernels.at("kaleidoscope");
  constexpr std::uint64_t picture = 3 * 21 * 13;
  CHECK(counts.global_stores.bytes >= 2 * picture);
  CHECK(counts.global_stores.bytes % picture == 0);
  CHECK(counts.global_loads.bytes == counts.global_stores.bytes);
}
