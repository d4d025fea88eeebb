// Chapter 15 in the simulator: the program's four kernels are clean. (The steps of the ladder are tested with all others, in
// test_oclgrind.cpp.)

#include "common/image.hpp"
#include "common/verify.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("15: Oclgrind finds nothing wrong with the program's kernels, and counts what the lesson "
          "counts") {
  NEEDS_OCLGRIND;
  constexpr int width = 20, height = 13; // whole tiles in neither direction
  const tests::TemporaryDirectory directory;
  common::Image picture{width, height, 1, {}};
  for (const float v : common::random_floats(width * height, 7, 0.0F, 255.0F))
    picture.pixels.push_back(static_cast<std::uint8_t>(v));
  const auto file = directory.path / "in.png";
  common::save_image(file, picture);
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/15_matmul", "--quick", "--input", file.string(), "--output",
       (directory.path / "out.png").string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  // Three runs of two products with width * height results, of width and of height terms.
  constexpr std::uint64_t results = 3 * width * height, terms = results * (width + height);
  CHECK(report.kernels.at("matmul_naive").global_loads.instructions == 2 * terms);
  CHECK(report.kernels.at("matmul_naive").global_stores.instructions == terms + 2 * results);
  CHECK(report.kernels.at("matmul_accumulator").global_stores.instructions == 2 * results);
  CHECK(report.kernels.at("matmul_coalesced").global_loads.instructions == 2 * terms);
  CHECK(report.kernels.at("matmul_local_tiles").global_loads.instructions < terms);
}
