// Chapter 7 in the simulator: the kaleidoscope is clean, and reads and writes as often as its contract says.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("07: Oclgrind finds nothing wrong with the program's kernel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const auto in = directory.path / "in.png", out = directory.path / "out.png";
  common::Image image{21, 13, 3, {}};
  for (int i = 0; i < 3 * 21 * 13; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(37 * i));
  common::save_image(in, image);
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/07_programs", "--quick", "--input",
                                   in.string(), "--output", out.string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  // Two builds and a picture by each, and a few more pictures for the comparison with C++.
  REQUIRE(report.kernels.count("kaleidoscope") == 1);
  const harness::AccessCounts& counts = report.kernels.at("kaleidoscope");
  constexpr std::uint64_t picture = 3 * 21 * 13;
  CHECK(counts.global_stores.bytes >= 2 * picture);
  CHECK(counts.global_stores.bytes % picture == 0);
  CHECK(counts.global_loads.bytes == counts.global_stores.bytes);
}
