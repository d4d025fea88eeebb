// Chapter 15 in the simulator: the program's four kernels are clean. (The steps of the ladder are tested with all others, in
// test_oclgrind.cpp.)

#include "common/verify.hpp"
#include "tests/support/simulator.hpp"

TEST_CASE("15: Oclgrind finds nothing wrong with the program's kernels, and counts what the lesson "
          "counts") {
  NEEDS_OCLGRIND;
  constexpr int width = 20, height = 13; // whole tiles in neither direction
  const tests::TemporaryDirectory directory;
  const std::string file = tests::picture_in(directory, width, height, 1);
  const harness::OclgrindReport report = tests::clean_run(
      "15_matmul", {"--quick", "--input", file, "--output", (directory.path / "out.png").string()});
  // Twice (the second time is measured) two products of three colours, with sums of width and of height terms.
  constexpr std::uint64_t results = 2 * 3 * width * height, terms = results * (width + height);
  CHECK(report.kernels.at("matmul_naive").global_loads.instructions == 2 * terms);
  CHECK(report.kernels.at("matmul_naive").global_stores.instructions == terms + 2 * results);
  CHECK(report.kernels.at("matmul_accumulator").global_stores.instructions == 2 * results);
  CHECK(report.kernels.at("matmul_coalesced").global_loads.instructions == 2 * terms);
  CHECK(report.kernels.at("matmul_local_tiles").global_loads.instructions < terms);
}

TEST_CASE("15: batches and layers are clean, and access memory as they promise") {
  NEEDS_OCLGRIND;
  // Odd ends, rows of vectors, whole tiles; more places in a group than products are left.
  for (const auto& [problem, size] : {std::pair{"batch", "17x9x33*5"},
                                      {"batch", "12x20x8*3"},
                                      {"batch", "16*2"},
                                      {"batch", "1"},
                                      {"layer", "17x9x33"},
                                      {"layer", "32x16x8"}}) {
    const std::string said =
        tests::clean_steps("15_matmul", {"--problem", problem, "--size", size});
    CHECK(tests::contains(said, "access counts as promised"));
    CHECK_FALSE(tests::contains(said, "no access counts promised"));
  }
}
