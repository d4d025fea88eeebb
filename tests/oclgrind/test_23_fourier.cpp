// Chapter 23 in the simulator: no race, no wild access, and the counts of memory accesses are those that the kernels state.

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("23_fourier: every step is clean, and loads what it promises") {
  NEEDS_OCLGRIND;
  const harness::ProcessResult run = tests::run_lab("23_fourier", {"--oclgrind", "--size", "32*3"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
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
