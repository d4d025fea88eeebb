// Chapter 23 in the simulator: no race, no wild access, and the counts of memory accesses are those that the kernels state.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("23_fourier: every step is clean, and loads what it promises") {
  NEEDS_OCLGRIND;
  const harness::ProcessResult run = tests::run_lab("23_fourier", {"--oclgrind", "--size", "32*3"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
}

TEST_CASE("23_fourier: lines whose own columns fill the lanes") {
  NEEDS_OCLGRIND;
  const harness::ProcessResult run =
      tests::run_lab("23_fourier", {"--oclgrind", "--size", "256*2", "--step", "c2,c3,c4"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "access counts as promised"));
}

TEST_CASE("23_fourier: real numbers, both ways") {
  NEEDS_OCLGRIND;
  for (const bool inverse : {false, true}) {
    std::vector<std::string> options{"--oclgrind", "--real", "--size", "12*3"};
    if (inverse)
      options.emplace_back("--inverse");
    const harness::ProcessResult run = tests::run_lab("23_fourier", options);
    INFO(run.output);
    CHECK(run.exit_code == 0);
  }
}

// Oclgrind 21.10 does not know an instruction of the optimised kernel (freeze).
TEST_CASE("23_fourier: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::ScopedEnvironment unoptimised("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  common::Image image{15, 14, 1, {}}; // 3 * 5 and 2 * 7
  for (int k = 0; k < 15 * 14; ++k)
    image.pixels.push_back(static_cast<std::uint8_t>(k * 37 % 251));
  common::save_image(in, image);
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/23_fourier", "--input", in, "--across", "4",
                                   "--output", (directory.path / "out.png").string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  for (const char* kernel : {"stage", "clean", "draw"})
    CHECK(report.kernels.count(kernel) == 1);
}
